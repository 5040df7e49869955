import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { xmlText } from '#server/workbooks/writing/xml.ts';

const run = promisify(execFile);

/** Opens a workbook with macros, runs one of them and saves what it left; `result` is what the macro gave. */
const basic = `
Sub RunMacro(source As String, target As String, macro As String, argument As String)
  Dim load(0) As New com.sun.star.beans.PropertyValue
  load(0).Name = "MacroExecutionMode" : load(0).Value = 4
  document = StarDesktop.loadComponentFromURL(source, "_blank", 0, load())
  number = FreeFile
  Open ConvertFromURL(target) & ".txt" For Output As #number
  On Error GoTo Failed
  script = document.getScriptProvider().getScript("vnd.sun.star.script:VBAProject." & macro & "?language=Basic&location=document")
  If argument = "" Then
    result = script.invoke(Array(), Array(), Array())
  Else
    result = script.invoke(Array(argument), Array(), Array())
  End If
  Print #number, "result " & result
  GoTo Done
Failed:
  Print #number, "error " & Err & " " & Error$
Done:
  Close #number
  Dim store(0) As New com.sun.star.beans.PropertyValue
  store(0).Name = "FilterName" : store(0).Value = "Calc MS Excel 2007 XML"
  document.storeToURL(target, store())
  document.close(True)
End Sub
`;
const module = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Run" script:language="StarBasic">${xmlText(basic)}</script:module>`;
const library = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Run"/></library:library>`;

/**
 * Runs a macro of a workbook in LibreOffice and gives the workbook as it is then, and what the macro gave.
 * @throws what Basic said when the macro failed
 */
export async function afterMacro(
  workbook: Uint8Array,
  macro: string,
  argument = '',
): Promise<{ bytes: Uint8Array; result: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'office-'));
  try {
    const [given, made] = [join(folder, 'given.xlsm'), join(folder, 'made.xlsx')];
    await writeFile(given, workbook);
    const office = (...parameters: string[]) =>
      run(
        process.env.OFFICE_PATH ?? 'soffice',
        [
          `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
          '--headless',
          '--norestore',
          ...parameters,
        ],
        { timeout: 120_000 },
      );
    // The first start makes the profile that the macro goes into.
    await office('--convert-to', 'csv', '--outdir', folder, given);
    const standard = join(folder, 'profile/user/basic/Standard');
    await writeFile(join(standard, 'Run.xba'), module);
    await writeFile(join(standard, 'script.xlb'), library);
    const values = [String(pathToFileURL(given)), String(pathToFileURL(made)), macro, argument];
    await office(`macro:///Standard.Run.RunMacro(${values.map((value) => `"${value}"`).join(',')})`);
    const [, failure, result] =
      /^(?:error (.*)|result (.*))$/m.exec(await readFile(`${made}.txt`, 'utf8')) ?? [];
    if (failure !== undefined) throw new Error(`${macro} failed: ${failure}`);
    return { bytes: new Uint8Array(await readFile(made)), result: result?.trim() ?? '' };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
