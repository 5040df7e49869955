import { useRef } from 'react';

interface Mutation<Variables> {
  mutate: (variables: Variables, options: { onSettled: () => void }) => void;
}

/** Begins a mutation unless it is under way: two presses can come before the first is drawn. */
export function useSinglePress<Variables>({ mutate }: Mutation<Variables>): (variables: Variables) => void {
  const isUnderWay = useRef(false);
  return (variables) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(variables, {
      onSettled() {
        isUnderWay.current = false;
      },
    });
  };
}
