/** Required score of zxcvbn, the highest of 0 to 4. */
export const REQUIRED_SCORE = 4;

/** The time of a check grows with both limits. A password with strong first characters is strong as a whole. */
export const CHECKED_CHARACTERS = 72;
const MOST_SUBSTITUTIONS = 4;

type Words = { dictionary: Record<string, (string | number)[]> };

/** Configuration of zxcvbn: keyboards, and the words of `common` and of our four languages. */
export function checkedWith<Graphs>({
  common,
  ...languages
}: Record<'de' | 'en' | 'fr' | 'it', Words> & {
  common: Words & { adjacencyGraphs: Graphs };
}) {
  // Packages use the same names for lists, so the language becomes part of the name.
  const dictionary = Object.fromEntries(
    Object.entries({ common, ...languages }).flatMap(([language, { dictionary: lists }]) =>
      Object.entries(lists).map(([name, words]) => [`${name}-${language}`, words]),
    ),
  );
  return { dictionary, graphs: common.adjacencyGraphs, l33tMaxSubstitutions: MOST_SUBSTITUTIONS };
}
