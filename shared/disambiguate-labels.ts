/** Labels of things; equal ones get an additional detail. */
export function disambiguateLabels<T>(
  things: readonly T[],
  nameOf: (thing: T) => string,
  knownBy: (thing: T) => string,
): (thing: T) => string {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(nameOf(thing), (counts.get(nameOf(thing)) ?? 0) + 1);
  return (thing) => {
    const name = nameOf(thing);
    return (counts.get(name) ?? 0) > 1 ? `${name}, ${knownBy(thing)}` : name;
  };
}

/** Label of a compared period, with an additional word where both have the same months. */
export function comparedName(other: string, period: string, word: string): string {
  return other === period ? `${other} (${word})` : other;
}
