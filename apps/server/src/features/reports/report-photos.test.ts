import { expect, test } from 'vitest'
import { captionOf } from './report-photos.ts'

test('a photo has the day on which it was taken; if that is unknown, the day on which it was uploaded', () => {
  const photo = { name: 'lung.jpg', caption: 'Firm', created_at: new Date('2026-11-22T18:00:00Z') }
  // in Edmonton it is still the day before
  const taken_at = new Date('2026-11-20T02:00:00Z')
  const caption = (taken: Date | null) =>
    captionOf({ photo: { ...photo, taken_at: taken }, slotName: 'Cut lung' }, 'America/Edmonton')
  expect(caption(taken_at)).toBe('Cut lung: Firm. lung.jpg, November 19th 2026')
  expect(caption(null)).toBe('Cut lung: Firm. lung.jpg, November 22nd 2026')
})

test('a caption is printed in one line: many short ones would reach below the page', () => {
  const photo = {
    name: 'lung\n1.jpg',
    caption: 'Firm,\r\n\n dark red',
    taken_at: null,
    created_at: new Date('2026-11-22T18:00:00Z'),
  }
  const caption = captionOf({ photo, slotName: null }, 'America/Edmonton')
  expect(caption).toBe('Firm, dark red. lung 1.jpg, November 22nd 2026')
})
