/** 404: missing, or not visible to this user. */
export const isNotFound = (failure: unknown) =>
  failure instanceof Error && 'status' in failure && failure.status === 404
