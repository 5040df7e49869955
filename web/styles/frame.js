/* Pages that are embedded elsewhere have no top bar. */
if (new URLSearchParams(location.search).get('layout') === 'lite') {
  document.documentElement.classList.add('frame--lite');
}

/* By the cookie of token.ts, whatever it opens: the bar has more links. */
if (/(^|; )(__Host-)?token=/.test(document.cookie)) {
  document.documentElement.classList.add('frame--signed-in');
}

/* As theme.ts has it, before anything is drawn. */
try {
  // biome-ignore lint/style/noRestrictedGlobals: nothing else is there yet.
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that may keep nothing has the system's.
}
