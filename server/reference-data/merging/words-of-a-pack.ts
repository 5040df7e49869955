const strengths =
  /\d[\d'’]*(?:[.,]\d+)?(?:\s?[/+-]\s?\d[\d'’]*(?:[.,]\d+)?)*\s?(?:mg|g|µg|mcg|ug|ng|I\.?\s?E\.?|U\.?\s?I\.?|IE|mmol|kBq|MBq|GBq|%|ml)(?![\p{L}])(?:\s?\/\s?\d*(?:[.,]\d+)?\s?(?:ml|g|h|Dosis|l|Stk)(?![\p{L}]))?/iu;

/** The strength that stands inside a product's name; '' where none does. */
export function strengthIn(description: string): string {
  return strengths.exec(description)?.[0].replace(/\s+/g, ' ').trim() ?? '';
}

const pieces = 'Stk|Stück|ml|g|l|mg|kg';
const number = String.raw`(\d{1,6}(?:[.,]\d{1,3})?)`;
/** "60 Stk", "Blist 56 Stk", "Durchstf 4 ml": so many pieces, or so much. */
const plain = new RegExp(String.raw`^(?:[\p{L}. ]+ )?${number} ?(${pieces})$`, 'iu');
/** "4x 200 ml": so much in all. */
const times = new RegExp(String.raw`^(?:[\p{L}. ]+ )?(\d{1,4}) ?x ?${number} ?(${pieces})$`, 'iu');
/** "8 Amp 1 ml", "5 Fertspr 3 ml": so many containers. */
const containers = new RegExp(String.raw`^(\d{1,6}) ([\p{L}. ]+?) ${number} ?(?:${pieces})$`, 'iu');

/** Number and unit of a pack as the BAG writes them, for example "60 Stk"; nothing where the text says no one number. */
export function packOf(text: string): { packSize: string; unit: string } | undefined {
  const one = plain.exec(text);
  if (one) return { packSize: decimal(one[1]!), unit: one[2]! };
  const several = times.exec(text);
  if (several) {
    const thousandths = Math.round(Number(several[1]) * Number(decimal(several[2]!)) * 1000);
    return { packSize: String(thousandths / 1000), unit: several[3]! };
  }
  const filled = containers.exec(text);
  return filled ? { packSize: filled[1]!, unit: filled[2]! } : undefined;
}

function decimal(text: string): string {
  return text.replace(',', '.');
}
