/** Says whether the server knows no such thing, or none that is this person's to see; other failures may pass. */
export const isAbsent = (failure: unknown) => failure instanceof Error && 'status' in failure && failure.status === 404
