/** The API documentation. */
export const apiDocsTexts = {
  title: 'API of Chisholm',
  failed: 'Could not load the document of the API.',
  signInFirst: 'Sign in to read what programs may ask this server.',
  signIn: 'Sign in',
  find: 'Find an operation',
  withoutSignIn: ' · without signing in',
  signedIn: ' · signed in, by a bearer token',
  body: 'Body',
  answers: 'Answers',
  parameters: 'Parameters',
  required: ', required',
  example: (name: string) => `Example: ${name}`,
  file: 'openapi.json',
} as const
