import { PICTURE_EMU } from '../barcodes/ean13-picture.ts';

/** A picture in a cell; row and column from 0. */
export type Picture = { row: number; column: number; title: string };

/** Margins of a picture, in EMU. */
const LEFT = 60_000;
const TOP = 45_720;

/** Size of a cell that contains a whole barcode. */
export const BARCODE_ROW_POINTS = (PICTURE_EMU.height + 2 * TOP) / 12_700;
export const BARCODE_COLUMN_CHARACTERS = 22;

/**
 * xl/drawings/drawing.xml; the picture at each place is rId1, rId2 … in this order. Anchored at both corners inside one
 * cell and at its true size, a picture moves with its row when the list is sorted, and is hidden when it is filtered, so
 * that no barcode ever stands beside another product.
 */
export function drawingXml(pictures: readonly Picture[]): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${pictures
    .map(anchor)
    .join('')}</xdr:wsDr>`;
}

function anchor({ row, column, title }: Picture, index: number): string {
  const id = index + 1;
  const from = corner(row, column, LEFT, TOP);
  const to = corner(row, column, LEFT + PICTURE_EMU.width, TOP + PICTURE_EMU.height);
  const extent = `<a:off x="0" y="0"/><a:ext cx="${PICTURE_EMU.width}" cy="${PICTURE_EMU.height}"/>`;
  return `<xdr:twoCellAnchor editAs="twoCell"><xdr:from>${from}</xdr:from><xdr:to>${to}</xdr:to><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${id + 1}" name="EAN ${id}" descr="${title}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId${id}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm>${extent}</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:twoCellAnchor>`;
}

function corner(row: number, column: number, x: number, y: number): string {
  return `<xdr:col>${column}</xdr:col><xdr:colOff>${x}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${y}</xdr:rowOff>`;
}
