/** Whether a statement failed because another row has the same values in a unique index. */
export const isUniqueViolation = (error: unknown, index: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === index

/** Whether a statement failed because a row that it refers to does not exist. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23503'
