import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1];
type Kind = 'summary' | 'groups' | 'lists' | 'market' | 'other';

const sources = fileURLToPath(new URL('../../web/', import.meta.url));
/** What stands around pages is loaded with each of them. */
const isPage = (id: string) => /-(page|layout)\.tsx$/.test(id);

/** Pages that share most of their code, by where their file stands below web/pages. */
const kinds: [Kind, RegExp][] = [
  ['market', /^market\//],
  ['summary', /^dashboard\/(summary|layout)\//],
  ['groups', /^dashboard\/(atc|manufacturers|molecules|potential)\//],
  ['lists', /^dashboard\//],
  ['other', /^/],
];

/** So many pages of no kind need it that it is nothing of tables alone. */
const manyOthers = 4;

/** What all tables have of a library. Who imports it can't be told: everything of a library goes through its index. */
const tableIcons = /\/@blueprintjs\/icons\/.*\/(calendar|filter|filter-remove|reset|sort)\.js$/;

/** A chart of the summary, which comes later than its page, needs these too. */
const ofCharts = /\/(use-followed-links|row-link)\.tsx?$/;

/**
 * Our code that several pages share, in a few pieces by the kinds of those pages. Left to itself the bundler makes a file of
 * whatever the same pages share: eighty for one page, each a request of its own, and many small files pack worse.
 */
export function sharedCode(): Rolldown.CodeSplittingGroup {
  const readers = new Map<string, ReadonlySet<string>>();

  return {
    debugName: 'shared code',
    // Libraries' code that few pages need, such as menus, would come with all of them.
    includeDependenciesRecursively: false,
    test: (id) => tableIcons.test(id) || (id.startsWith(sources) && !isPage(id)),
    name(id, modules) {
      if (tableIcons.test(id)) return 'tables';
      if (ofCharts.test(id)) return 'common';
      const pages = pagesOf(id, modules);
      return pages.size < 2 ? null : pieceFor([...pages].map(kindOf));
    },
  };

  /** Files of the pages that cannot be shown without the module. */
  function pagesOf(id: string, modules: Modules): ReadonlySet<string> {
    const known = readers.get(id);
    if (known) return known;
    const found = new Set<string>(isPage(id) ? [id] : []);
    readers.set(id, found);
    for (const importer of modules.getModuleInfo(id)?.importers ?? [])
      for (const page of pagesOf(importer, modules)) found.add(page);
    return found;
  }
}

function kindOf(page: string): Kind {
  const path = page.slice(`${sources}pages/`.length);
  return kinds.find(([, places]) => places.test(path))![0];
}

/** Of the kinds of the pages that need it. Null leaves it to the bundler: pages of no kind have little in common. */
function pieceFor(readers: Kind[]): string | null {
  const found = new Set(readers);
  if (found.size === 1 && found.has('other')) return null;
  const isForAll = readers.filter((kind) => kind === 'other').length >= manyOthers;
  if (isForAll || (found.has('summary') && found.size > 2)) return 'common';
  if (found.size > 2 || (found.has('market') && (found.has('lists') || found.has('groups')))) return 'tables';
  return [...found].sort().join('-');
}
