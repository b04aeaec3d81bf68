/** Whether a statement failed because another row has the same values in a unique index. */
export const isUniqueViolation = (error: unknown, index: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === index
