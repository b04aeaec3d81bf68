/** The search parameters of a post-mortem's page: the current step, and what that step is about. */
export interface StepSearch {
  step?: 'details' | 'animal' | 'sent' | 'complete' | 'examine' | undefined
  /** Without a step, the review shows this animal. */
  animal?: string | undefined
  rfid?: string | undefined
}
