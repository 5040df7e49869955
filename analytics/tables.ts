import { groupings } from '#shared/groupings.ts';

/** A table that SQL files may name; `columns` says what each column holds, with its unit. */
export type Table = { name: string; description: string; columns: Readonly<Record<string, string>> };

const pack = {
  gtin: 'GTIN, 13 digits',
  pharmacode: 'Pharmacode, 7 digits',
};

const { manufacturer, atc, ...others } = groupings;

/** What a product is grouped by, and whose it is. */
const marketed = {
  ...manufacturer.reads,
  provider: "the manufacturer is one of the provider's companies",
  ...atc.reads,
  ...Object.assign({}, ...Object.values(others).map(({ reads }) => reads)),
};

const traits = {
  sl: 'on the Spezialitätenliste',
  sb20: 'carries the raised patient deductible',
  biological: 'biological medicine',
  co_marketing: 'co-marketing product',
  exclusive: 'a product of the provider that nobody else offers',
};

const prices = {
  ex_factory_price: 'CHF per pack, ex-factory, without VAT; null: none known',
  public_price: 'CHF per pack, public price, VAT included; null: none known',
};

const state = {
  stocked_out: 'not deliverable: a stock-out is open',
  stockout_reported_on: 'date the stock-out was reported: the earliest open one, else the newest',
  stockout_updated_on: 'date of its last news',
  stockout_status: 'its status in the words of the list',
  stockout_expected_delivery: 'when delivery is expected: a date, or words',
  stockout_expected_week: 'it is a date that stands for its calendar week',
  stockout_comment: 'comment of the list',
  went_missing_on:
    'date of the report since which it is missing; null: it is not, or it may be missing since longer',
  back_in_stock_on: 'date the product was back, when no stock-out is open',
  discontinued: 'a source that reports it as not deliverable says that it will not come back',
};

const compared = {
  pack_factor:
    'packs of the alternative that one pack stands for: ratio of the pack sizes, 1 where they do not compare',
  pack: 'pack size in thousandths of its unit, where pack_factor is a ratio of pack sizes; else null',
  alternative_pack: "the alternative's, likewise",
};

const alternativeState = {
  alternative_deliverable: 'there is an alternative, and it is deliverable',
  alternative_stocked_out: 'a stock-out of the alternative is open',
  alternative_stockout_reported_on: 'date it was reported',
  alternative_stockout_updated_on: 'date of its last news',
  alternative_stockout_status: 'its status in the words of the list',
  alternative_stockout_expected_delivery: 'when delivery is expected: a date, or words',
  alternative_stockout_expected_week: 'it is a date that stands for its calendar week',
  alternative_stockout_comment: 'comment of the list',
  alternative_went_missing_on:
    'date of the report since which it is missing; null: it is not, or it may be missing since longer',
  alternative_back_in_stock_on: 'date the alternative was back, when no stock-out is open',
};

const alternative = {
  alternative_gtin: "GTIN of its alternative: the provider's product of rank 1; null: it has none",
  alternative_pharmacode: "the alternative's Pharmacode",
  alternative_name: "the alternative's description",
  alternative_name_order: 'place of that description in alphabetical order (de-CH)',
  alternative_origin: 'original, generic or other, of the alternative',
  alternative_provider: "the alternative's manufacturer is one of the provider's companies",
  alternative_sl: 'the alternative is on the Spezialitätenliste',
  alternative_co_marketing: 'the alternative is a co-marketing product',
  alternative_exclusive: 'nobody else offers the alternative',
  alternative_ex_factory_price: 'CHF per pack of the alternative, ex-factory, without VAT',
  alternative_public_price: 'CHF per pack of the alternative, public price, VAT included',
  ...compared,
  ...alternativeState,
  set_gtin:
    "interchangeable set: the GTIN of the alternative, or the product's own when it is the provider's",
};

const focusGroups = { focus_group_ids: 'ids of the focus groups of the product and of its alternative' };

/** Every table of an open statistic. docs/sql.md lists them, and an exported file carries the texts as comments. */
export const tables: readonly Table[] = [
  {
    name: 'statistic',
    description: 'Whose statistic it is, for which months, and which reference data counts: one row.',
    columns: {
      customer_name: 'name of the customer',
      customer_external_id: "the customer's number",
      time_information: 'remark on the period',
      time_month_from: 'first month, 1 to 12',
      time_year_from: 'its year',
      time_month_to: 'last month, 1 to 12, included',
      time_year_to: 'its year',
      months: 'months of the period, both included; 12 where the dates make no sense or are missing',
      header_image: 'path of the picture above the dashboard',
      catalogue_revision: 'number of the catalogue revision',
      price_date: 'day that its prices are of',
      stockout_revision: 'number of the stock-out revision',
      stockout_date: 'day of that list',
    },
  },
  {
    name: 'assortment',
    description:
      'What was bought: one row per article with a net quantity above 0, its lines summed and joined with catalogue and alternative. Every figure of the dashboards comes from here.',
    columns: {
      article: 'GTIN of the product, or the identifier of an article that the catalogue does not know',
      gtin: 'GTIN, 13 digits; of an unknown article as the file has it',
      pharmacode: 'Pharmacode, 7 digits; of an unknown article as the file has it',
      matched: 'the catalogue knows the article',
      line_count: 'rows of the file',
      quantity: 'packs, returns deducted',
      product_name: 'description of the product',
      name_order: 'place of the description in alphabetical order (de-CH)',
      ...marketed,
      origin: 'original, generic or other',
      ...traits,
      ...prices,
      ex_factory_sum: 'CHF, quantity × ex-factory price: turnover; null: no price is known',
      public_sum: 'CHF, quantity × public price; null: none is known',
      ...state,
      ...alternative,
      turnover_potential:
        "CHF, quantity × pack_factor × the alternative's ex-factory price, rounded half up to the centime; 0 without alternative, null while it has no price",
      customers_gain:
        "CHF, quantity × (ex-factory price − pack_factor × the alternative's), rounded half up to the centime, below 0 for a loss; 0 without alternative, null while either has no price",
      public_price_difference:
        'CHF, the same of public prices with VAT: what patient and insurer pay less; apart from customers_gain, never added to it',
      deductible_before:
        'CHF, quantity × public price × the deductible of the product, rounded half up to the centime; null unless product and alternative are on the Spezialitätenliste and have a public price',
      deductible_after:
        "CHF, quantity × pack_factor × the alternative's public price × its deductible, rounded and null likewise",
      distribution_share_before:
        'CHF, quantity × (public price without VAT − ex-factory price), rounded half up to the centime: what wholesaler and pharmacy have together at list prices; null unless product and alternative are on the Spezialitätenliste and have both prices',
      distribution_share_after:
        'CHF, the same of quantity × pack_factor packs of the alternative; null likewise',
      alternative_quantity: 'packs of the alternative that the customer buys already; null: none',
      set_articles: 'articles bought of the interchangeable set',
      ...focusGroups,
    },
  },
  {
    name: 'lines',
    description: 'The rows of the file, as they were read and as they were matched.',
    columns: {
      member: 'of a combined statistic the place of the one whose file has the row; else 1',
      row_number: 'row of the sheet, from 1',
      gtin_read: 'GTIN as it stood there',
      pharmacode_read: 'Pharmacode as it stood there',
      quantity_read: 'quantity as it stood there',
      description_read: 'description as it stood there',
      manufacturer_read: 'manufacturer as it stood there',
      ex_factory_price_read: 'ex-factory price as it stood there; no figure uses it',
      public_price_read: 'public price as it stood there; no figure uses it',
      gtin: 'GTIN that was recognised, 13 digits',
      pharmacode: 'Pharmacode that was recognised, 7 digits',
      quantity: 'packs; negative for a return',
      article: 'article of the assortment that the row belongs to',
      product_gtin: 'GTIN of the product that the row was matched with',
      matched_by: 'gtin, pharmacode, hand or none',
    },
  },
  {
    name: 'identifiers',
    description:
      'The pairs of GTIN and Pharmacode that occur in the file, and what each means: one row per pair.',
    columns: {
      gtin: 'GTIN in the file',
      pharmacode: 'Pharmacode in the file',
      product_gtin: 'GTIN of the product matched',
      matched_by: 'gtin, pharmacode, hand or none',
      article: 'article of the assortment',
      line_count: 'rows of the file',
      return_count: 'rows of these that are returns',
      quantity: 'packs, returns deducted',
      description_read: 'what the file calls it first, where no product is matched',
      description_row: 'row of the sheet where that stands',
    },
  },
  {
    name: 'products',
    description: 'The catalogue: one row per pack.',
    columns: {
      ...pack,
      description: 'name, strength, form and size in one',
      name_order: 'place of the description in alphabetical order (de-CH)',
      ...marketed,
      pack_size_text: 'pack size as the catalogue has it',
      pack_size: 'pack size as a number of `unit`; null: it is not a number',
      unit: 'unit of the pack size',
      form: 'galenic form',
      strength: 'strength',
      origin: 'original, generic or other',
      ...traits,
      ...prices,
      swissmedic_no: 'authorisation number',
      category: 'dispensing category',
      focus_group_ids: 'ids of the focus groups of the product',
    },
  },
  {
    name: 'offers',
    description:
      'What an assortment takes from the catalogue: one row per product, joined with its alternative and the state of both.',
    columns: {
      ...pack,
      product_name: 'description of the product',
      name_order: 'place of the description in alphabetical order (de-CH)',
      pack_size_text: 'pack size as the catalogue has it',
      ...marketed,
      origin: 'original, generic or other',
      ...traits,
      ...prices,
      ...state,
      ...alternative,
      deductible_rate:
        'what patients pay of it in whole percent: the raised deductible, else 10; null: not on the Spezialitätenliste',
      alternative_deductible_rate: "the alternative's, likewise",
      centime_parts:
        "parts of a centime: the alternative's pack size in thousandths where the pack factor is a ratio of pack sizes, else 1",
      potential_parts: 'turnover potential of one pack: centimes × centime_parts; null: no price is known',
      gain_parts: 'what the alternative costs less at ex-factory prices, likewise; null: a price is unknown',
      public_difference_parts: 'the same at public prices',
      deductible_parts: 'what patients pay of it: hundredths of a centime; null where one of both is unknown',
      alternative_deductible_parts:
        "of the alternative instead, × centime_parts; null where the product's is",
      distribution_parts:
        'what wholesaler and pharmacy have of it: centimes × with_vat; null where one of both is unknown',
      alternative_distribution_parts:
        "of the alternative instead, × centime_parts; null where the product's is",
      next_alternative_gtin:
        'GTIN of the best other alternative that is deliverable, while its alternative is not; null: none',
      next_alternative_rank: 'its rank',
      ...focusGroups,
    },
  },
  {
    name: 'rates',
    description: 'What amounts are reckoned with: one row.',
    columns: {
      raised_deductible: 'what patients pay of products with the raised deductible, in whole percent',
      vat: 'VAT on medicines in percent, on the day that the prices are of; null: the setting has none for it',
      without_vat: 'a price without VAT is to one with it as this whole number is to with_vat',
      with_vat: 'see without_vat',
    },
  },
  {
    name: 'pharmacodes',
    description: 'Which product a Pharmacode means: one row per Pharmacode.',
    columns: {
      pharmacode: 'Pharmacode, 7 digits',
      gtin: 'GTIN of the product it means: one with a price first',
      product_count: 'products that carry it',
      gtins: 'their GTINs',
    },
  },
  {
    name: 'alternatives',
    description: 'The portfolio: what the provider offers instead of a product.',
    columns: {
      gtin: 'GTIN of the product',
      alternative_gtin: "GTIN of the provider's product",
      rank: '1 is the alternative that counts; the others are shown beside it',
    },
  },
  {
    name: 'exclusives',
    description: 'Products of the provider that nobody else offers.',
    columns: { gtin: 'GTIN, 13 digits' },
  },
  {
    name: 'stockouts',
    description:
      'Episodes of products not being deliverable, each as one source reports it; over ones included.',
    columns: {
      gtin: 'GTIN, 13 digits; not always in the catalogue',
      source: 'whose lists report it',
      reported_on: 'date it was reported',
      updated_on: 'date of the last news',
      status: 'status in the words of the list',
      expected_delivery: 'when delivery is expected: a date, or words',
      expected_week: 'it is a date that stands for its calendar week',
      comment: 'comment of the list',
      back_in_stock_on: 'date it was over; null: it lasts, or its source ended',
      ended_on: 'date its source was ended while it lasted: not open since, and not back; null: it was not',
      first_list:
        "it is of its source's first list, or was matched when a list was used again: known since at least reported_on, never new",
      discontinued: 'its words say that the product will not come back',
      moves: 'times that the expected delivery changed',
      moved_days:
        'days from the first expected delivery to the last, negative for earlier; null: one is no date',
    },
  },
  {
    name: 'stockout_deliveries',
    description:
      'What a source said of when delivery is expected: one row per change of an episode, the first word included.',
    columns: {
      gtin: 'GTIN of the episode',
      source: 'its source',
      reported_on: 'date it was reported',
      said_on: 'day of the list that said so',
      expected_delivery: 'a date, or words; null: nothing was said',
      expected_week: 'it is a date that stands for its calendar week',
      moved_days:
        'days after what was said before, negative for earlier; null: the first word, or one of both is no date',
    },
  },
  {
    name: 'stockout_sources',
    description: 'Who says what is missing: one row per source of lists.',
    columns: {
      source: 'name of the source',
      first_list_on: 'day of its first list',
      last_list_on: 'day of its last one: what it says is of that day',
      ended_on: 'day since when nobody asks it any more; null: it goes on',
      weekly: 'the days on which it expects deliveries stand for their calendar weeks',
    },
  },
  {
    name: 'deliverability',
    description:
      'The state a product is in now: one row per product that ever had a stock-out, in the words of its earliest open one, or where none is open of its newest.',
    columns: {
      gtin: 'GTIN, 13 digits',
      stocked_out: 'a stock-out is open, whoever reports it',
      reported_on: 'date that stock-out was reported',
      updated_on: 'date of its last news',
      status: 'its status in the words of the list',
      expected_delivery: 'when delivery is expected: a date, or words',
      expected_week: 'it is a date that stands for its calendar week',
      comment: 'comment of the list',
      back_in_stock_on: 'date the product was back, when no stock-out is open',
      known_since_at_least:
        "that stock-out is of its source's first list: it may have begun before it was reported",
      list_on: 'day of the last list of the source that says so',
      discontinued: 'a source that reports it as not deliverable says that it will not come back',
      missing_since: 'date of the earliest open report; null: nothing is open',
      went_missing_on:
        'date of the report since which it is missing, by the earliest open stock-out; null: it is not, or it may be missing since longer',
      sources: 'sources that report it as not deliverable',
      sources_disagree: 'they expect different deliveries, or another source says that it is back',
    },
  },
  {
    name: 'outages',
    description:
      'When a product was not deliverable, whichever sources say so: its stock-outs, those that overlap or touch as one.',
    columns: {
      gtin: 'GTIN, 13 digits; not always in the catalogue',
      missing_on: 'first day on which it was not deliverable',
      back_on: 'first day on which it was again, or on which nobody was left who missed it; null: it lasts',
      provider: "the provider's own; null: not in the catalogue",
      origin: 'original, generic or other; null likewise',
      product_name: 'description of the product; null likewise',
      name_order: 'place of the description in alphabetical order (de-CH); null likewise',
      manufacturer: manufacturer.reads.manufacturer,
      alternative_gtin: alternative.alternative_gtin,
      alternative_name: alternative.alternative_name,
    },
  },
  {
    name: 'stockout_days',
    description:
      'How many products were not deliverable, whichever sources say so: one row per day of that span, of twenty years at most.',
    columns: {
      day: 'the day',
      provider: "the provider's products",
      generic: 'products of origin generic',
    },
  },
  {
    name: 'stockout_span',
    description: 'The days that the stock-out lists tell of: one row.',
    columns: {
      first_day: 'day of the earliest report, or of a first list before it; null: the lists name nothing',
      last_day: 'day of the newest list or news, the end of a source included',
    },
  },
  {
    name: 'stockout_rows',
    description:
      "Products that are missing now and not the provider's: one row per open episode and alternative, one without alternative.",
    columns: {
      ...pack,
      product_name: 'description of the product',
      name_order: 'place of the description in alphabetical order (de-CH)',
      manufacturer: manufacturer.reads.manufacturer,
      ...atc.reads,
      molecule: others.molecule.reads.molecule,
      origin: 'original, generic or other',
      sb20: traits.sb20,
      co_marketing: traits.co_marketing,
      reported_on: 'date it was reported',
      earlier_reported_on:
        'date of the open episode of the product before this one; null: none. The episode that counts from a day on has none since then',
      updated_on: 'date of the last news',
      status: 'status in the words of the list',
      expected_delivery: 'when delivery is expected: a date, or words',
      expected_week: 'it is a date that stands for its calendar week',
      first_list:
        'of the first list of its source, or matched when a list was used again: missing since reported_on at least',
      moves: 'times that the expected delivery changed',
      moved_days: 'days from the first to the last expected delivery; null: they are not dates',
      list_on: 'day of the last list of the source that says so',
      discontinued: 'a source that says that it is missing says that it will not come back',
      missing_since: 'date of the earliest open report of the product',
      went_missing_on: 'the same; null when that report is of a first list, so that nobody knows',
      sources: 'sources that say that it is missing',
      sources_disagree: 'they expect different deliveries, or another source says that it is back',
      place: 'place of the alternative by rank, from 1',
      alternative_gtin: alternative.alternative_gtin.replace(' of rank 1', ' of that place'),
      alternative_pharmacode: alternative.alternative_pharmacode,
      alternative_name: alternative.alternative_name,
      alternative_manufacturer: "the alternative's manufacturer",
      alternative_co_marketing: alternative.alternative_co_marketing,
      alternative_ex_factory_price: alternative.alternative_ex_factory_price,
      ...compared,
      ...alternativeState,
    },
  },
  {
    name: 'back_in_stock',
    description:
      "Products that were missing and are back, whoever's: one row per product without an open episode that is not discontinued.",
    columns: {
      ...pack,
      product_name: 'description of the product',
      name_order: 'place of the description in alphabetical order (de-CH)',
      manufacturer: manufacturer.reads.manufacturer,
      provider: marketed.provider,
      ...atc.reads,
      molecule: others.molecule.reads.molecule,
      origin: 'original, generic or other',
      sb20: traits.sb20,
      co_marketing: traits.co_marketing,
      ex_factory_price: prices.ex_factory_price,
      reported_on: 'date that the stock-out was reported which ended last',
      back_in_stock_on: 'newest date on which a source had it back',
    },
  },
  {
    name: 'market',
    description: 'Which reference data counts for the market: one row.',
    columns: { price_date: 'day that prices are of', stockout_date: 'day that stock-outs are of' },
  },
  {
    name: 'focus_groups',
    description: 'Molecules and products that the sales force looks at together: one row per member.',
    columns: {
      id: 'number of the group, as text',
      name: 'its name',
      molecule: 'a molecule of the group; null: the row names a product',
      gtin: 'a product of the group; null: the row names a molecule',
    },
  },
  {
    name: 'atc_names',
    description: 'Names of the ATC groups (level 1): one row per group and language.',
    columns: { language: 'de, en, fr or it', code: 'one letter', name: 'name in that language' },
  },
];
