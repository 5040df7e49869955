/** A function that asks `answer` once for each key: many rows of a long list say the same. */
export function remembered<Key extends string | number>(answer: (key: Key) => string): (key: Key) => string {
  const known = new Map<Key, string>();
  return (key) => {
    const text = known.get(key) ?? answer(key);
    known.set(key, text);
    return text;
  };
}
