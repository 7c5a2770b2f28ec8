"""Passkeys without a device: what a browser would send when one is added."""

import hashlib
import os
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

from accounts.models import User


def passkey_of(user: User, name: str = "Phone") -> Authenticator:
    """A passkey that somebody has added."""
    return Authenticator.objects.create(
        user=user, type="webauthn", data={"name": name, "credential": a_credential()}
    )


def a_credential() -> dict[str, Any]:
    """What a browser sends about a passkey that it has just made."""
    credential_id = os.urandom(16)
    key = ES256.from_cryptography_key(  # type: ignore[no-untyped-call]
        ec.generate_private_key(ec.SECP256R1()).public_key()
    )
    flags = AuthenticatorData.FLAG
    data = AuthenticatorData.create(
        hashlib.sha256(b"testserver").digest(),
        flags.UP | flags.UV | flags.AT,
        0,
        AttestedCredentialData.create(bytes(16), credential_id, key),
    )
    attestation = AttestationObject.create("none", data, {})
    client_data = b'{"type":"webauthn.create","challenge":"AA","origin":"http://testserver"}'
    return {
        "id": websafe_encode(credential_id),
        "rawId": websafe_encode(credential_id),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(client_data),
            "attestationObject": websafe_encode(attestation),
        },
        "clientExtensionResults": {"credProps": {"rk": True}},
    }
