/** Photos in the order of their slots, then those without a slot; both in their original order. */
export function inSlotOrder<One extends { slot_id: string | null }>(
  photos: readonly One[],
  slots: readonly { slot_id: string }[],
): One[] {
  const positions = new Map(slots.map(({ slot_id }, position) => [slot_id, position]))
  const positionOf = ({ slot_id }: One) => (slot_id === null ? undefined : positions.get(slot_id)) ?? slots.length
  return photos.toSorted((one, other) => positionOf(one) - positionOf(other))
}
