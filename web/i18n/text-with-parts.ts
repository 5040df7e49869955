import { Children, type ReactNode } from 'react';

/**
 * A translated text of which some words are more than text: those between <0> and </0>, <1> and </1> and so on, none inside
 * another, are shown by the part of that number. The library's own Trans does more, for 4.5 kB of script.
 */
export function textWithParts(text: string, parts: readonly ((words: string) => ReactNode)[]): ReactNode {
  // Three at a time: the text before a part, the part's number and its words.
  const pieces = text.split(/<(\d)>(.*?)<\/\1>/);
  return Children.toArray(
    pieces.map((piece, index) => {
      if (index % 3 === 0) return piece;
      return index % 3 === 2 ? parts[Number(pieces[index - 1])]!(piece) : null;
    }),
  );
}
