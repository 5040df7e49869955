import { xmlText } from './xml.ts';

/** What every part begins with. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
export const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
/** Before what a part of a workbook is. */
export const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Where parts stand that belong to another one, as rId1, rId2 …; their type is the name of one of Office's, or whole. */
export function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(([type, target], index) => {
    const whole = type.includes(':') ? type : `${OFFICE}/relationships/${type}`;
    return `<Relationship Id="rId${index + 1}" Type="${whole}" Target="${target}"/>`;
  });
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

/** The relationship type of docProps/core.xml. */
export const CORE_PROPERTIES = `${PACKAGE}/relationships/metadata/core-properties`;

/** docProps/core.xml: the title, and who made the file when (ISO instant). */
export function coreProperties(title: string, made?: { author: string; created: string }): string {
  return `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(title)}</dc:title>${made ? maker(made) : ''}</cp:coreProperties>`;
}

function maker({ author, created }: { author: string; created: string }): string {
  const at = `xsi:type="dcterms:W3CDTF">${new Date(created).toISOString().replace(/\.\d+Z$/, 'Z')}`;
  const name = xmlText(author);
  return `<dc:creator>${name}</dc:creator><cp:lastModifiedBy>${name}</cp:lastModifiedBy><dcterms:created ${at}</dcterms:created><dcterms:modified ${at}</dcterms:modified>`;
}
