/** The company whose portal this is, in the demo: PROVIDER_NAME and PROVIDER_COMPANIES default to it. */
export const demoProvider = {
  name: 'Rothorn Generika AG',
  companies: ['Rothorn Generika AG', 'Rothorn Pharma (Schweiz) AG'],
};
