import { queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { languages } from '#shared/languages.ts';
import { type PackPartName, type PackTemplate, packParts, packRows } from '#shared/pack.ts';
import { requestJson } from '../../../api/client.ts';
import { ranks } from '../summary/best-offers-query.ts';

/** A part, and whether it is in the pack. */
export interface ListedPart {
  name: PackPartName;
  chosen: boolean;
}

/** What the address says of a pack; what it leaves out is as it is kept for every visit. */
export interface PackChoice {
  /** All there are, in their order. */
  parts: readonly ListedPart[];
  rows: PackTemplate['rows'];
  /** '' is the customer's. */
  language: string;
  sortBy: string;
  /** Direct link id; null: the period before. */
  with: string | null;
  /** '' is none. */
  scenario: string;
  /** '' is one's own. */
  cart: string;
}

export const packTemplateQuery = queryOptions({
  queryKey: ['pack-template'],
  queryFn: ({ signal }) => requestJson<PackTemplate>('/users/current/pack', { signal }),
});

/** The pack that the address tells of, and what changes it: no step for Back. */
export function usePackChoice(template: PackTemplate) {
  const [parameters, setParameters] = useSearchParams();
  const written = parameters.get('parts');
  const choice: PackChoice = {
    parts: written === null ? listed(template.parts) : readParts(written),
    rows: packRows.find((rows) => String(rows) === parameters.get('rows')) ?? template.rows,
    language: languages.find((language) => language === parameters.get('language')) ?? '',
    sortBy: ranks.find((rank) => rank === parameters.get('sortBy')) ?? ranks[0],
    with: parameters.get('with'),
    scenario: parameters.get('scenario') ?? '',
    cart: parameters.get('cart') ?? '',
  };
  function choose({ parts, ...changed }: Partial<PackChoice>): void {
    const next = new URLSearchParams(parameters);
    if (parts) next.set('parts', parts.map(({ name, chosen }) => (chosen ? name : `-${name}`)).join());
    for (const [key, value] of Object.entries(changed)) {
      if (value === null || value === '') next.delete(key);
      else next.set(key, String(value));
    }
    setParameters(next, { replace: true, flushSync: true });
  }
  return [choice, choose] as const;
}

/** These first and in the pack, then all others. */
export function listed(names: readonly PackPartName[]): ListedPart[] {
  const others = packParts.filter((name) => !names.includes(name));
  return [
    ...names.map((name) => ({ name, chosen: true })),
    ...others.map((name) => ({ name, chosen: false })),
  ];
}

/** What is none is passed over, and what is missing comes last. */
function readParts(written: string): ListedPart[] {
  const found = new Map<PackPartName, boolean>();
  for (const each of written.split(',')) {
    const name = packParts.find((part) => part === each.replace('-', ''));
    if (name && !found.has(name)) found.set(name, !each.startsWith('-'));
  }
  for (const name of packParts) if (!found.has(name)) found.set(name, false);
  return [...found].map(([name, chosen]) => ({ name, chosen }));
}

export function chosenOf(parts: readonly ListedPart[]): PackPartName[] {
  return parts.filter(({ chosen }) => chosen).map(({ name }) => name);
}
