// Passkeys: a button with data-passkey="log-in", "use" or "add" asks the device, puts its answer in
// the form's field "credential" and sends the form. webauthn-json.js of allauth does the encoding.

const problems = {
  NotAllowedError: "Nothing was done: the passkey was not confirmed.",
  InvalidStateError: "This device holds a passkey for your account already.",
  NotSupportedError: "This device can’t make such a passkey.",
  SecurityError: "Passkeys work at the site’s own address only.",
};

/** What the server asks of the device: in the page, or fetched at a log-in, when it is anyone’s. */
async function optionsFor(form) {
  const inPage = document.getElementById("passkey-options");
  if (inPage) return JSON.parse(inPage.textContent);
  const response = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`passkey options: ${response.status}`);
  return response.json();
}

/** A passkey that is enough by itself has to be found on the device, and unlocked there. */
function choose(options, alone) {
  const selection = options.publicKey.authenticatorSelection;
  selection.residentKey = alone ? "required" : "discouraged";
  selection.requireResidentKey = alone;
  if (alone) selection.userVerification = "required";
  return options;
}

async function answer(kind, form) {
  const options = await optionsFor(form);
  if (kind !== "add") return webauthnJSON.get(options.request_options);
  return webauthnJSON.create(choose(options.creation_options, form.elements.passwordless.checked));
}

for (const button of document.querySelectorAll("[data-passkey]")) {
  const form = button.form;
  const problem = form.querySelector("[data-passkey-problem]");
  if (!window.PublicKeyCredential) {
    button.disabled = true;
    problem.textContent = "This browser knows no passkeys.";
    continue;
  }
  button.addEventListener("click", async () => {
    problem.textContent = "";
    button.disabled = true;
    try {
      form.elements.credential.value = JSON.stringify(await answer(button.dataset.passkey, form));
      form.submit();
    } catch (error) {
      problem.textContent = problems[error.name] ?? "That didn’t work. Please try again.";
      button.disabled = false;
    }
  });
}
