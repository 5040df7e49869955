import { useRef } from 'react';

interface Mutation<Data, Variables> {
  mutate: (variables: Variables, options: Heard<Data> & { onSettled: () => void }) => void;
}

/** What is done while the page is still there. */
interface Heard<Data> {
  onSuccess?: (data: Data) => void;
}

/** Begins a mutation unless it is under way: two presses can come before the first is drawn. */
export function useSinglePress<Data, Variables>({
  mutate,
}: Mutation<Data, Variables>): (variables: Variables, heard?: Heard<Data>) => void {
  const isUnderWay = useRef(false);
  return (variables, heard) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(variables, {
      ...heard,
      onSettled() {
        isUnderWay.current = false;
      },
    });
  };
}
