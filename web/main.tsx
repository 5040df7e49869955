import './zod-without-eval.ts';
import '@blueprintjs/core/lib/css/blueprint.css';
import './styles/tokens.css';
import './styles/theme.css';
import './styles/font.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/print.css';
import { OverlaysProvider } from '@blueprintjs/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onRefused, onSessionEnded } from './api/client.ts';
import { portalQuery } from './api/portal.ts';
import { queryClient } from './api/query-client.ts';
import { becomeUser, goOnAs, goOnAsVisitor, newUser, sessionQuery } from './api/session.ts';
import { onTokenChangedElsewhere } from './api/token.ts';
import { isFor } from './audience.ts';
import { leadKeysIntoDialogs } from './components/dialogs/keys-into-dialogs.ts';
import { inItsPlace, openDialogsBy } from './components/dialogs/use-dialog.ts';
import { BootFailure } from './components/feedback/page-message.tsx';
import { keepStrayFiles } from './components/forms/stray-files.ts';
import { keepFocus } from './components/navigation/kept-focus.ts';
import { keepPlace } from './components/navigation/kept-place.ts';
import { startTheme } from './components/shell/theme.ts';
import { initialLanguage, loadLanguage, startTranslations } from './i18n/translations.ts';
import { openedPage } from './page.ts';
import { prefetchPages } from './prefetch-pages.ts';
import { loginPath } from './return-path.ts';
import { routes } from './routes.tsx';

startTheme();
// Loaded before any text is drawn, so that text does not move when the typeface arrives.
const typeface = document.fonts.load('1em "Open Sans"').catch(() => []);
const language = initialLanguage(location.search, navigator.languages);
const root = createRoot(document.getElementById('root')!);
await startTranslations(language);

// Creating the router starts loading the first page's code and figures, in parallel with the texts.
const router = createBrowserRouter(routes);
keepFocus();
leadKeysIntoDialogs();
keepStrayFiles();
keepPlace(router);
openDialogsBy(router);
prefetchPages(routes, router);
onSessionEnded(endSession);
onTokenChangedElsewhere(goOnAsWhoeverItIs);
onRefused(goOnAsWhoeverItIs);

try {
  // Labels contain the provider's name, and signed-in users see more: waiting for both, and for the typeface, avoids
  // layout shifts. If they take longer, the page is shown without them.
  const soon = [
    queryClient.prefetchQuery({ ...portalQuery, retry: false }),
    queryClient.prefetchQuery(sessionQuery),
    typeface,
  ];
  const patience = new Promise((resolve) => setTimeout(resolve, 500));
  await Promise.all([loadLanguage(language), Promise.race([Promise.all(soon), patience])]);
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <OverlaysProvider>
          <RouterProvider router={router} />
        </OverlaysProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
} catch {
  root.render(<BootFailure />);
}

function endSession(): void {
  const page = openedPage(router.state.matches.map(({ route }) => route.handle));
  if (page && !isFor(page.audience, null)) {
    becomeUser(null);
    router.navigate(loginPath(router.state.location, true));
  } else goOnAsVisitor();
}

/** After another tab has signed in, or an administrator has changed the user. */
async function goOnAsWhoeverItIs(): Promise<void> {
  const user = await newUser();
  if (user === undefined) return;
  if (user === null) return endSession();
  goOnAs(user);
  // The guard redirects users who may no longer see the page, and shows it to those who now may.
  const { pathname, search } = router.state.location;
  router.navigate(pathname + search, inItsPlace());
}
