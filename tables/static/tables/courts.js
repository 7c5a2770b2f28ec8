// Jack, queen and king: the upper half of each figure, drawn in the box x 21–79, y 14–70.
// The lower half is the same half turned round. Colours: currentColor is the suit, the classes
// are cut from it: .pale the card's ground, .gold metal, .tint a wash of the suit.

const king = `
  <path d="M21 70V63C25 55 33 53 41 51.5h18C67 53 75 55 79 63v7z"/>
  <path class="pale" d="M37 52.5 50 70 63 52.5l-5-3H42z"/>
  <path d="M45 57l5 13 5-13z"/>
  <path class="gold" d="M21 66.5c5-3.5 9-5 14-5.5l3.5 9H34c-2-3-4-4.5-8-4zM79 66.5c-5-3.5-9-5-14-5.5l-3.5 9H66c2-3 4-4.5 8-4z"/>
  <path d="M36.5 34h27v12.5c0 3.5-1.5 5.5-4 6.5H40.5c-2.5-1-4-3-4-6.5z"/>
  <path class="pale" d="M40.5 34h19v10.5c0 6-4 9.5-9.5 9.5s-9.5-3.5-9.5-9.5z"/>
  <path d="M40.5 43.5c3 2.2 6 1 9.5-.7 3.5 1.7 6.5 2.9 9.500.7V48c0 7-4.5 11.5-9.5 14-5-2.5-9.5-7-9.5-14z"/>
  <path class="pale" d="M46.5 47.2h7c-1 1.7-2.2 2.3-3.5 2.3s-2.5-.6-3.5-2.3z"/>
  <path class="line" d="M43.3 37.7h4.2M52.5 37.7h4.2M50 38.5v3.7"/>
  <circle cx="45.5" cy="40" r="1.05"/><circle cx="54.5" cy="40" r="1.05"/>
  <path class="gold" d="M36 33 33.5 20.5l8 5.5L50 16l8.5 10 8-5.5L64 33z"/>
  <path d="M36 30.5h28v4.2H36z"/>
  <circle class="gold" cx="50" cy="32.6" r="1.2"/><circle class="gold" cx="43" cy="32.6" r="1.2"/><circle class="gold" cx="57" cy="32.6" r="1.2"/>
  <circle cx="33.5" cy="19.5" r="1.6"/><circle cx="66.5" cy="19.5" r="1.6"/>
  <circle cx="50" cy="15.5" r="1.7"/>
  <path class="metal" d="M73.5 60V30M70 38.5h7"/><circle class="gold" cx="73.5" cy="28" r="2.6"/>
`;

const queen = `
  <path d="M21 70V64c5-8 13-10.5 21-12h16c8 1.5 16 4 21 12v6z"/>
  <path d="M50 24c-12 0-16.5 8-16.5 17 0 6.5-1.5 11.5-4.5 15.5 4 2 9 1.5 12-.5h18c3 2 8 2.5 12 .5-3-4-4.5-9-4.5-15.5 0-9-4.5-17-16.5-17z"/>
  <path class="pale" d="M45.5 49h9v4.5c2.5 1 5.5 1.5 8.5 2.5C61 63 56.5 66.5 50 67c-6.5-.5-11-4-13-11 3-1 6-1.5 8.5-2.5z"/>
  <path class="pale" d="M41 38.5c0-5 3.5-7.5 9-7.5s9 2.5 9 7.5c0 8-4 14-9 14s-9-6-9-14z"/>
  <path class="line" d="M43.8 38.8c1-1 2.7-1 3.7 0M52.5 38.8c1-1 2.7-1 3.7 0M50 40.5v3.8"/>
  <circle cx="45.7" cy="40.6" r="1.05"/><circle cx="54.3" cy="40.6" r="1.05"/>
  <path d="M47.6 47.3c1-.9 1.7-.7 2.4-.2.7-.5 1.4-.7 2.400.2-.7 1.2-1.4 1.7-2.4 1.7s-1.7-.5-2.4-1.7z"/>
  <path class="gold" d="M36.5 31.5c-1-5-.5-9 1-12 2.5 1.5 4.3 3.5 5.5 6 1.3-4 3.5-7.5 7-10 3.5 2.5 5.7 6 7 10 1.2-2.5 3-4.5 5.5-6 1.5 3 2 7 1 12-8.5-3-18.5-3-27 0z"/>
  <path d="M36.5 31.5c8.5-3.4 18.5-3.4 27 0l-.6 2.7c-8-3-17.8-3-25.8 0z"/>
  <circle class="gold" cx="50" cy="30.5" r="1.2"/>
  <circle cx="37.3" cy="18.3" r="1.5"/><circle cx="62.7" cy="18.3" r="1.5"/><circle cx="50" cy="14.3" r="1.6"/>
  <path class="gilt" d="M39.5 56.5c3 5.5 6.5 7.5 10.5 7.5s7.5-2 10.5-7.5"/>
  <circle class="gold" cx="50" cy="65" r="2"/>
  <path class="metal" d="M26 64c-1-8-.5-14 1-20"/>
  <g class="gold"><circle cx="27" cy="37.2" r="2.5"/><circle cx="31" cy="40.1" r="2.5"/><circle cx="29.5" cy="44.7" r="2.5"/><circle cx="24.5" cy="44.7" r="2.5"/><circle cx="23" cy="40.1" r="2.5"/></g><circle cx="27" cy="41.3" r="2"/>
`;

const jack = `
  <path d="M21 70V63.5C26 56 34 54 42 52.5h16C66 54 74 56 79 63.5V70z"/>
  <path class="gold" d="M38 53.5 50 62l12-8.5 5.5 2L50 69 32.5 55.5z"/>
  <path class="pale" d="M45 49h10v5.5L50 60l-5-5.5z"/>
  <path d="M38 32h24v11.5c0 3 1 5 3 6.5-2.5 1.5-6 1-8-1H43c-2 2-5.5 2.5-8 1 2-1.5 3-3.5 3-6.5z"/>
  <path class="pale" d="M41.5 34h17v7c0 7-3.7 12-8.5 12s-8.5-5-8.5-12z"/>
  <path d="M41.5 33h17v3.5c-5-1.6-8.5-1.6-11 .8-1.7 1.4-3.7 1.5-6 .7z"/>
  <path class="line" d="M50 41v3.8M47.3 48.2c1.7 1 3.7 1 5.4 0"/>
  <circle cx="46" cy="41" r="1.05"/><circle cx="54" cy="41" r="1.05"/>
  <path d="M35 32.5c-2.5-8 3.5-14 15-14s17.5 5.5 15 13.5c-4-2.2-9-3-15-3s-11 1-15 3.5z"/>
  <path class="gold" d="M35 32.5c4-2.5 9-3.5 15-3.5s11 .8 15 3l-.7 3.2c-4-2-8.8-2.8-14.3-2.8s-10.3 1-14.3 3.2z"/>
  <path class="gold" d="M60.5 29.5C60 21 64 15.5 73.5 14.5c.5 7-3 13-13 15z"/>
  <path class="line" d="M61.5 28.5c2.5-5 5.5-8.5 10-12"/>
  <path class="metal" d="M73.5 60V40M70.5 45h6"/><path class="gold" d="M73.5 31c3.2 3.8 4.2 6.5 0 11-4.2-4.5-3.2-7.2 0-11z"/>
`;

export const courts = { J: jack, Q: queen, K: king };
