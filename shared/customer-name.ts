/**
 * A customer's stored name: with the city appended where the address has four parts (street, postcode, city, country) and
 * the name lacks the city. A canton code after the city ("Au ZH") is dropped.
 */
export function nameWithCity(name: string, address: string | null): string {
  const parts = (address ?? '').split(',').map((part) => part.trim());
  if (parts.length !== 4) return name;
  const city = (parts[2] ?? '').replace(/\s+[A-Z]{2}$/, '');
  if (!city || name.toLowerCase().includes(city.toLowerCase())) return name;
  return `${name}, ${city}`;
}
