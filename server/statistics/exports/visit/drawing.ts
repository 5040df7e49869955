import { xmlText } from '../../../workbooks/writing/xml.ts';

/** What stands on a sheet, at places counted in columns and rows from 0: a chart, or a button that runs a macro. */
export type Shape = { column: number; row: number; columns: number; rows: number } & (
  | { kind: 'chart'; name: string }
  | { kind: 'button'; text: string; macro: string }
);

/** xl/drawings/drawing.xml; its charts are rId1, rId2 … in their order. */
export function shapesXml(shapes: readonly Shape[]): string {
  let charts = 0;
  const anchors = shapes.map((shape, index) => {
    const content = shape.kind === 'chart' ? chartFrame(shape.name, index, ++charts) : button(shape, index);
    const { column, row, columns, rows } = shape;
    return `<xdr:twoCellAnchor editAs="oneCell"><xdr:from>${corner(column, row)}</xdr:from><xdr:to>${corner(column + columns, row + rows)}</xdr:to>${content}<xdr:clientData fPrintsWithSheet="${shape.kind === 'chart' ? 1 : 0}"/></xdr:twoCellAnchor>`;
  });
  return `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart">${anchors.join('')}</xdr:wsDr>`;
}

function chartFrame(name: string, index: number, chart: number): string {
  return `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 2}" name="${xmlText(name)}" descr="${xmlText(name)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="rId${chart}"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
}

function button({ text, macro }: { text: string; macro: string }, index: number): string {
  return `<xdr:sp macro="[0]!${macro}" textlink=""><xdr:nvSpPr><xdr:cNvPr id="${index + 2}" name="${macro}"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr><a:prstGeom prst="roundRect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="2D72D2"/></a:solidFill><a:ln><a:noFill/></a:ln></xdr:spPr><xdr:txBody><a:bodyPr wrap="square" lIns="36000" tIns="18000" rIns="36000" bIns="18000" anchor="ctr"/><a:lstStyle/><a:p><a:pPr algn="ctr"/><a:r><a:rPr sz="1000" b="1"><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:rPr><a:t>${xmlText(text)}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
}

function corner(column: number, row: number): string {
  return `<xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff>`;
}
