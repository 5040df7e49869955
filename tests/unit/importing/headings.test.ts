import { describe, expect, test } from 'vitest';
import { matchHeading } from '#server/statistics/lines/recognition/headings.ts';
import { isTotalLabel } from '#server/statistics/lines/row-importer.ts';
import type { ColumnField } from '#shared/read-report.ts';

const HEADINGS: Record<ColumnField, string[]> = {
  gtin: [
    'GTIN',
    'gtin',
    'EAN',
    'EAN-Code',
    'EAN Code',
    'Code EAN',
    'Code\nEAN',
    'Artikel-EAN',
    'ArtikelEAN',
    'EAN13',
    'GTIN-Nr.',
    'GTIN (13-stellig)',
    'GTIN / EAN',
    'EAN/GTIN\r\nCode EAN',
    'No EAN',
    'N° GTIN',
    'Numéro EAN',
    'Codice EAN',
    'Barcode',
    'Strichcode',
    'Code-barres',
    'Code à barres',
    'Codice a barre',
    'Artikel GTIN',
    'Produkt-GTIN',
  ],
  pharmacode: [
    'Pharmacode',
    'PharmaCode',
    'Pharma-Code',
    'Phar-Code',
    'Pharcode',
    'PhCode',
    'Ph.-Code',
    'Ph Code',
    'PHARMACODE NR.',
    'Pharmacode\nCode pharma',
    'Code pharma',
    'Code Pharmacie',
    'Codice pharma',
    'Codice farmaceutico',
    'Pharma-Nr.',
    'PZN',
    'Pharmazentralnummer',
    'Pharmakode',
  ],
  quantity: [
    'Menge',
    'Mengen',
    'MENGE (Stk)',
    'Menge [Packungen]',
    'Anzahl',
    'Anz.',
    'Anzahl Packungen',
    'Packungen',
    'Stück',
    'Stueck',
    'Stückzahl',
    'Liefermenge',
    'Bezugsmenge',
    'gelieferte Menge',
    'fakturierte Menge',
    'Bestellmenge',
    'Verkaufte Menge',
    'Menge\nQuantité',
    'Quantité',
    'QUANTITE',
    'Qté',
    'Qté.',
    'Qte livrée',
    'quantité livrée',
    'Quantité facturée',
    'Nombre de boîtes',
    'Quantità',
    "Quantita'",
    'Q.tà',
    'Qtà consegnata',
    'Confezioni',
    'Quantity',
    'Qty',
    'QTY delivered',
    'Units',
    'Menge 2025',
  ],
  exFactoryPrice: [
    'FAP',
    'Exf',
    'Ex-Factory-Preis',
    'Fabrikabgabepreis',
    'Prix ex-factory',
    'Prezzo ex factory',
    'PEXF',
  ],
  publicPrice: [
    'PP',
    'Publikumspreis',
    'Publikumspreis (inkl. MWST)',
    'Prix public',
    'Prezzo al pubblico',
    'Public price',
  ],
  manufacturer: [
    'Hersteller',
    'Lieferant',
    'Fabricant',
    'Fournisseur',
    'Produttore',
    'Fornitore',
    'Manufacturer',
    'Firma',
  ],
  description: [
    'Bezeichnung',
    'Artikelbezeichnung',
    'Artikel',
    'Produktname',
    'Désignation',
    'Désignation de l’article',
    'Libellé',
    'Article',
    'Descrizione',
    'Denominazione',
    'Articolo',
    'Description',
    'Product',
    'Präparat',
  ],
};

describe.each(Object.entries(HEADINGS))('%s', (field, headings) => {
  test.each(headings)('%j', (heading) => {
    expect(matchHeading(heading)?.field).toBe(field);
  });
});

test.each([
  '',
  '  ',
  '2025',
  'Wert CHF',
  'Umsatz',
  'Montant',
  'Datum',
  'Mois',
  'Filiale',
  'Kundennummer',
  'GLN',
  'EAN Lieferant',
  'GTIN Kunde',
  'Artikelnummer',
  'Artikel-Nr.',
  'ATC-Code',
  'Packungsgrösse',
  'Packungscode\nCode d’emballage',
  'Packungsinhalt',
  'Einheit\n\nUnité',
  'Mengeneinheit',
  'Menge pro Packung',
  'Stückpreis',
  'Preis pro Stück',
  'Mindestmenge',
  'Lagermenge',
  'Bestand',
  'Menge Vorjahr',
  'Gratismenge',
  'Mengenrabatt',
  'Rückstandsmenge',
  'Zulassungs-nummer\nNuméro d’autorisation',
  'European region',
  'Ocean',
  'Bitte tragen Sie hier die GTIN und die Menge ein, und zwar für jede einzelne Packung',
  '7-stelliger Code',
])('%j announces no column we read', (heading) => {
  expect(matchHeading(heading)).toBeUndefined();
});

test('delivered beats plain, plain beats invoiced, invoiced beats ordered', () => {
  const order = ['Anzahl geliefert', 'Menge', 'fakturierte Menge', 'bestellte Menge'];
  const scores = order.map((heading) => matchHeading(heading)!.score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(matchHeading('Stück geliefert')!.score).toBeGreaterThan(matchHeading('Menge')!.score);
  expect(order.map((heading) => matchHeading(heading)!.kind)).toEqual([
    'delivered',
    'plain',
    'invoiced',
    'ordered',
  ]);
  expect(matchHeading('Quantité livrée')!.kind).toBe('delivered');
  expect(matchHeading('Quantité facturée')!.kind).toBe('invoiced');
  expect(matchHeading('Quantità ordinata')!.kind).toBe('ordered');
});

test.each([
  'Total',
  'TOTAL:',
  'Total CHF',
  'Gesamttotal',
  'Gesamt',
  'Gesamtsumme',
  'Summe',
  'Zwischensumme',
  'Totaux',
  'Total général',
  'Sous-total',
  'Totale',
  'Totale generale',
  'Totali',
  'Grand total',
  'Subtotal',
  'Somme',
])('%j labels a total row', (label) => {
  expect(isTotalLabel(label)).toBe(true);
});

test.each(['Totalin', 'Dafalgan', 'Summavit forte', 'Gesamtpackung', '', 'Artikel total 5'])(
  '%j labels no total row',
  (label) => {
    expect(isTotalLabel(label)).toBe(false);
  },
);
