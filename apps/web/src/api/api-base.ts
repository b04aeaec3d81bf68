/** The path under which the server offers the API. */
export const apiBase = '/api/v1'
