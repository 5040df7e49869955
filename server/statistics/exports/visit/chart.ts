import { xmlText } from '../../../workbooks/writing/xml.ts';

/** A chart of two ranges, e.g. 'Sheet'!$A$2:$A$11: bars from the largest down, or shares of a whole. */
export type Chart = { kind: 'bars' | 'shares'; title: string; categories: string; values: string };

const BLUE = '2D72D2';
const shares = ['C87619', '238551', '8F99A8'];

/** xl/charts/chart.xml. Without cached values: applications read the cells. */
export function chartXml({ kind, title, categories, values }: Chart): string {
  const series = (form: string) =>
    `<c:ser><c:idx val="0"/><c:order val="0"/>${form}<c:cat><c:strRef><c:f>${xmlText(categories)}</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>${xmlText(values)}</c:f></c:numRef></c:val></c:ser>`;
  const plot = kind === 'bars' ? bars(series) : ring(series);
  return `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:roundedCorners val="0"/><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr><a:r><a:rPr sz="1200" b="1"/><a:t>${xmlText(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot}</c:plotArea>${kind === 'shares' ? '<c:legend><c:legendPos val="r"/><c:overlay val="0"/></c:legend>' : ''}<c:plotVisOnly val="0"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`;
}

function bars(series: (form: string) => string): string {
  const none = '<c:majorTickMark val="none"/><c:minorTickMark val="none"/>';
  const form = `<c:spPr><a:solidFill><a:srgbClr val="${BLUE}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/>`;
  return `<c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/>${series(form)}<c:gapWidth val="40"/><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling><c:orientation val="maxMin"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:numFmt formatCode="General" sourceLinked="0"/>${none}<c:tickLblPos val="low"/><c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="1"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:majorGridlines><c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="DCE0E5"/></a:solidFill></a:ln></c:spPr></c:majorGridlines><c:numFmt formatCode="#,##0" sourceLinked="0"/>${none}<c:tickLblPos val="nextTo"/><c:crossAx val="1"/><c:crosses val="max"/></c:valAx>`;
}

function ring(series: (form: string) => string): string {
  const points = shares.map(
    (colour, index) =>
      `<c:dPt><c:idx val="${index}"/><c:bubble3D val="0"/><c:spPr><a:solidFill><a:srgbClr val="${colour}"/></a:solidFill></c:spPr></c:dPt>`,
  );
  const labels =
    '<c:dLbls><c:showLegendKey val="0"/><c:showVal val="0"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="1"/><c:showBubbleSize val="0"/><c:showLeaderLines val="0"/></c:dLbls>';
  return `<c:doughnutChart><c:varyColors val="1"/>${series(points.join('') + labels)}<c:firstSliceAng val="0"/><c:holeSize val="55"/></c:doughnutChart>`;
}

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
