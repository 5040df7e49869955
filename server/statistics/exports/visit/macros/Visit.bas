Option Explicit

' Comfort for a visit. Everything these macros do can be done by hand: filters are those of the tables, packs are typed.

' Shows only the products of the molecule in the row that is selected on the sheet with the molecules.
Public Sub FilterToMolecule()
    Dim molecule As String
    If ActiveSheet.CodeName <> "shMolecules" Then
        shMolecules.Activate
    End If
    If ActiveCell.Row > 1 Then molecule = CStr(shMolecules.Cells(ActiveCell.Row, 1).Value)
    If molecule = "" Then
        MsgBox "{{selectMolecule}}"
        Exit Sub
    End If
    ShowMolecule molecule
    shProducts.Activate
End Sub

' Shows only the products of a molecule. ~ makes a sign that filters would read as any text a plain one. Excel takes no criterion
' of more than 255 signs: of the names of vaccines, which are longer, their beginning says which.
Public Sub ShowMolecule(molecule As String)
    Dim criterion As String
    criterion = Replace(Replace(Replace(Left(molecule, 240), "~", "~~"), "*", "~*"), "?", "~?")
    If Len(molecule) > 240 Then criterion = criterion & "*"
    shProducts.Range("A1").AutoFilter {{products.molecule}}, "=" & criterion
End Sub

' Writes the packs noted beside the products to the order, to the provider's product that stands for each of them.
Public Sub FillOrder()
    Dim notTaken As Long
    notTaken = TakeMarked()
    shOrder.Activate
    If notTaken > 0 Then MsgBox CStr(notTaken) & " {{notOnOrder}}"
End Sub

' Adds what is noted up and gives how many notes are for no product of the order. Other rows of the order stay as typed.
Public Function TakeMarked() As Long
    Dim row As Long, target As Long, missing As Long, lastOrder As Long
    Dim note As Variant
    Dim packs() As Double
    lastOrder = LastRow(shOrder)
    ReDim packs(1 To lastOrder)
    For row = 2 To LastRow(shProducts)
        note = shProducts.Cells(row, {{products.note}}).Value
        If IsPacks(note) Then
            target = OrderRow(CStr(shProducts.Cells(row, {{products.alternativeGTIN}}).Value), lastOrder)
            If target = 0 Then target = OrderRow(CStr(shProducts.Cells(row, {{products.gtin}}).Value), lastOrder)
            If target = 0 Then
                missing = missing + 1
            Else
                packs(target) = packs(target) + CDbl(note)
            End If
        End If
    Next row
    For target = {{order.first}} To lastOrder
        If packs(target) > 0 Then shOrder.Cells(target, {{order.packs}}).Value = packs(target)
    Next target
    TakeMarked = missing
End Function

Private Function IsPacks(note As Variant) As Boolean
    IsPacks = False
    If IsEmpty(note) Then Exit Function
    If Not IsNumeric(note) Then Exit Function
    IsPacks = CDbl(note) > 0
End Function

Private Function OrderRow(gtin As String, lastOrder As Long) As Long
    Dim row As Long
    OrderRow = 0
    If gtin = "" Then Exit Function
    For row = {{order.first}} To lastOrder
        If CStr(shOrder.Cells(row, {{order.gtin}}).Value) = gtin Then
            OrderRow = row
            Exit Function
        End If
    Next row
End Function

' Also below the last row that a filter leaves, at which the End of a column would stop.
Private Function LastRow(sheet As Object) As Long
    LastRow = sheet.UsedRange.Row + sheet.UsedRange.Rows.Count - 1
End Function

' Prints what is left with the customer: the overview and the order.
Public Sub PrintVisit()
    shStart.PrintOut
    shOrder.PrintOut
End Sub
