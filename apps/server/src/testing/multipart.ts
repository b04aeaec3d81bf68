/** Encodes a form like a browser, for `inject`. */
export async function multipartOf(form: FormData) {
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  }
}
