import { useSearchParams } from 'react-router';
import { keyFigureBlocks } from '#shared/summary-figures.ts';
import { inItsPlace } from '../../../components/dialogs/use-dialog.ts';

type BlockName = (typeof keyFigureBlocks)[number]['name'];

const parameter = 'open';

/** Which key-figure blocks are open. The address keeps what differs from the start: a copied link shows the same. */
export function useOpenBlocks(): [ReadonlySet<BlockName>, (block: BlockName) => void] {
  const [parameters, setParameters] = useSearchParams();
  const open = openBlocks(parameters.get(parameter));
  function toggle(block: BlockName) {
    const names = keyFigureBlocks.map(({ name }) => name);
    const next = names.filter((name) => open.has(name) !== (name === block));
    const changed = new URLSearchParams(parameters);
    changed.set(parameter, next.join(','));
    setParameters(changed, inItsPlace());
  }
  return [open, toggle];
}

/** "quantity,count" as a set of block names; null is the start: turnover alone. */
export function openBlocks(value: string | null): Set<BlockName> {
  const wanted = value?.split(',') ?? ['turnover'];
  return new Set(keyFigureBlocks.map(({ name }) => name).filter((name) => wanted.includes(name)));
}
