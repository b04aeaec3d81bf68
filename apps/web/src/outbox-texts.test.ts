import { describe, expect, test } from 'vitest'
import { countUnsent, outboxTexts } from './outbox-texts.ts'

describe('unsent changes and photos', () => {
  test.each([
    [{ changes: 2, photos: 4 }, ['2 changes', '4 photos'], '2 changes and 4 photos wait for a connection'],
    [{ changes: 1, photos: 0 }, ['1 change'], '1 change waits for a connection'],
    [{ changes: 0, photos: 1 }, ['1 photo'], '1 photo waits for a connection'],
    [{ changes: 1, photos: 1 }, ['1 change', '1 photo'], '1 change and 1 photo wait for a connection'],
  ])('are counted as what they are: %o', (unsent, parts, sentence) => {
    expect(countUnsent(unsent)).toEqual(parts)
    expect(outboxTexts.wait(unsent)).toBe(sentence)
  })

  test('are named in the same way while they are sent and after the server failed', () => {
    const unsent = { changes: 1, photos: 3 }
    expect(outboxTexts.sending(unsent)).toBe('Sending 1 change and 3 photos')
    expect(outboxTexts.serverFailed(unsent)).toBe('The server failed. 1 change and 3 photos wait.')
  })
})
