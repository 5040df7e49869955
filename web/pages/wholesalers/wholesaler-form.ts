import type { Wholesaler, WholesalerFields } from '../../api/wholesalers.ts';

/** A wholesaler as it is entered: amounts are texts. */
export type WholesalerForm = Omit<WholesalerFields, 'minimumOrderValue' | 'freeDeliveryFrom'> & {
  minimumOrderValue: string;
  freeDeliveryFrom: string;
};

export type FormProblem = keyof WholesalerForm;

/** What the form starts with: the wholesaler, or nothing. */
export function formOf(wholesaler: Wholesaler | null): WholesalerForm {
  return {
    wholesalerName: wholesaler?.wholesalerName ?? '',
    enabledForApo: wholesaler?.enabledForApo ?? false,
    enabledForSd: wholesaler?.enabledForSd ?? false,
    enabledForOnlineOrders: wholesaler?.enabledForOnlineOrders ?? false,
    conditionsContact: wholesaler?.conditionsContact ?? '',
    transferOrderContact: wholesaler?.transferOrderContact ?? '',
    acquisitionStatisticContact: wholesaler?.acquisitionStatisticContact ?? '',
    minimumOrderValue: writeAmount(wholesaler?.minimumOrderValue ?? null),
    freeDeliveryFrom: writeAmount(wholesaler?.freeDeliveryFrom ?? null),
  };
}

/** What is sent, or the fields that can't be. */
export function fieldsOf(form: WholesalerForm): WholesalerFields | FormProblem[] {
  const minimumOrderValue = readAmount(form.minimumOrderValue);
  const freeDeliveryFrom = readAmount(form.freeDeliveryFrom);
  const problems: FormProblem[] = [];
  if (form.wholesalerName.trim() === '') problems.push('wholesalerName');
  if (minimumOrderValue === undefined) problems.push('minimumOrderValue');
  if (freeDeliveryFrom === undefined) problems.push('freeDeliveryFrom');
  if (minimumOrderValue === undefined || freeDeliveryFrom === undefined || problems.length > 0)
    return problems;
  return { ...form, minimumOrderValue, freeDeliveryFrom };
}

/** CHF as people write them: 250, 1'000.50, 1’000,50; null for nothing, undefined for what is no amount. */
export function readAmount(text: string): number | null | undefined {
  const plain = text.replace(/(CHF|Fr\.?|['’\s])/gi, '').replace(/[.,](–|-{1,2})$/, '');
  if (plain === '') return null;
  return /^\d{1,7}([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}

function writeAmount(chf: number | null): string {
  if (chf === null) return '';
  return Number.isInteger(chf) ? String(chf) : chf.toFixed(2);
}
