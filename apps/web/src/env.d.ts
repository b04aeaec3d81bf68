interface ImportMetaEnv {
  /** From the root package.json. */
  readonly VERSION: string
}
