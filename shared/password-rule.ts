/** A password must reach the highest score of zxcvbn, 0 to 4. */
export const REQUIRED_SCORE = 4;

/** The time that a check takes grows with both. What is hard to guess by its first characters is so as a whole. */
export const CHECKED_CHARACTERS = 72;
const MOST_SUBSTITUTIONS = 4;

type Words = { dictionary: Record<string, (string | number)[]> };

/** What zxcvbn checks with: keyboards, and the words of `common` and of our four languages. */
export function checkedWith<Graphs>({
  common,
  ...languages
}: Record<'de' | 'en' | 'fr' | 'it', Words> & {
  common: Words & { adjacencyGraphs: Graphs };
}) {
  // Some packages name their lists alike, so the language becomes part of the name.
  const dictionary = Object.fromEntries(
    Object.entries({ common, ...languages }).flatMap(([language, { dictionary: lists }]) =>
      Object.entries(lists).map(([name, words]) => [`${name}-${language}`, words]),
    ),
  );
  return { dictionary, graphs: common.adjacencyGraphs, l33tMaxSubstitutions: MOST_SUBSTITUTIONS };
}
