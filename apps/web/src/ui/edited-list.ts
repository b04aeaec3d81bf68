/** A list that is saved as a whole, with what it was when it was opened, so that what others change meanwhile stays. */
export interface EditedList<Item> {
  before: Item[]
  now: Item[]
}

/** The list of a draft. Those of older versions of the app have only the edited list. */
export const fromDraftList = <Item>(list: EditedList<Item> | Item[], saved: Item[]): EditedList<Item> =>
  Array.isArray(list) ? { before: saved, now: list } : list

export const editedList = <Item>(items: Item[]): EditedList<Item> => ({ before: items, now: items })

/**
 * The edits on top of what others saved meanwhile. An item that both changed is as it was edited here, and one that was
 * changed on one side and removed on the other stays.
 * @param current  the saved list. An id is not compared where the content is known, because the server may choose ids
 */
export function mergeList<Item extends { id: string }>(
  { before, now }: EditedList<Item>,
  current: readonly Item[],
): Item[] {
  const saved = withKnownIds(current, [...before, ...now])
  const [base, mine, theirs] = [before, now, saved].map(byId)
  const isReordered = !isSameOrder(before, now)
  const ids = isReordered ? combinedIds(now, saved) : combinedIds(saved, now)
  return ids.flatMap((id) => merged(base?.get(id), mine?.get(id), theirs?.get(id)) ?? [])
}

function merged<Item extends { id: string }>(base?: Item, mine?: Item, theirs?: Item): Item | undefined {
  if (!base) return mine ?? theirs
  if (mine && theirs) return contentOf(mine) === contentOf(base) ? theirs : mine
  const left = mine ?? theirs
  return left && contentOf(left) !== contentOf(base) ? left : undefined
}

const byId = <Item extends { id: string }>(items: readonly Item[]) => new Map(items.map((item) => [item.id, item]))

/** The content as text. The server trims texts, and has null for empty ones. */
const contentOf = ({ id: _, ...content }: { id: string }) =>
  JSON.stringify(
    Object.values(content).map((value) =>
      String(value ?? '')
        .trim()
        .normalize('NFC'),
    ),
  )

/** Gives items with a known content the id by which it is known. */
function withKnownIds<Item extends { id: string }>(items: readonly Item[], known: readonly Item[]): Item[] {
  const used = new Set(items.map(({ id }) => id).filter((id) => known.some((item) => item.id === id)))
  return items.map((item) => {
    if (used.has(item.id)) return item
    const same = known.find((one) => !used.has(one.id) && contentOf(one) === contentOf(item))
    if (same) used.add(same.id)
    return same ? { ...item, id: same.id } : item
  })
}

function isSameOrder(before: readonly { id: string }[], now: readonly { id: string }[]): boolean {
  const ids = now.map(({ id }) => id)
  const common = before.map(({ id }) => id).filter((id) => ids.includes(id))
  return ids.filter((id) => common.includes(id)).every((id, index) => id === common[index])
}

/** The ids in their order, with those of the other list each after the one that it follows there. */
function combinedIds(items: readonly { id: string }[], others: readonly { id: string }[]): string[] {
  const ids = items.map(({ id }) => id)
  for (const [index, { id }] of others.entries()) {
    if (ids.includes(id)) continue
    const previous = others[index - 1]
    ids.splice(previous ? ids.indexOf(previous.id) + 1 : 0, 0, id)
  }
  return ids
}
