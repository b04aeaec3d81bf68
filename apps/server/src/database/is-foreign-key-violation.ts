/** Whether a statement failed because a row that it refers to does not exist. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23503'
