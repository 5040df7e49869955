import { Truck } from '@blueprintjs/icons';
import { deleteWholesaler, wholesalersQuery } from '../../api/wholesalers.ts';
import { laterCode } from '../../components/loading/later-code.ts';
import { AdminList } from '../../components/tables/admin-list.tsx';
import { WholesalerTable } from './wholesaler-table.tsx';

const WholesalerDialog = laterCode(() => import('./wholesaler-dialog.tsx'));

/** Of which wholesalers statistics are asked for, and to which orders go. */
export function Component() {
  return (
    <AdminList
      texts="wholesalers"
      query={wholesalersQuery}
      idOf={({ wholesalerID }) => wholesalerID}
      nameOf={({ wholesalerName }) => wholesalerName}
      icon={<Truck size={40} />}
      remove={deleteWholesaler}
      dialog={(wholesaler, onClose) => <WholesalerDialog wholesaler={wholesaler} onClose={onClose} />}
    >
      {(wholesalers, actions) => <WholesalerTable wholesalers={wholesalers} {...actions} />}
    </AdminList>
  );
}
