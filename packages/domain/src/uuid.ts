/** Regular expression of a UUID in lower case, without anchors. PostgreSQL understands it, too. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const wholeUuid = new RegExp(`^${uuidPattern}$`, 'i')

/** Whether a text is a UUID of any version. */
export const isUuid = (text: string): boolean => wholeUuid.test(text)
