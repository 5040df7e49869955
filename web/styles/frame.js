/* Pages that are embedded elsewhere have no top bar. */
if (new URLSearchParams(location.search).get('layout') === 'lite') {
  document.documentElement.classList.add('frame--lite');
}
