import { expect, test } from 'vitest';
import { headerImageUrl } from '../../../web/api/header-images.ts';

test('a stored path becomes an address from the root', () => {
  expect(headerImageUrl('Public\\Images\\pharmacy.png')).toBe('/Images/pharmacy.png');
  expect(headerImageUrl('api/statistics/abc/header-image/3')).toBe('/api/statistics/abc/header-image/3');
});

test('without a path there is no image', () => {
  expect(headerImageUrl(null)).toBeNull();
});
