/** The head of a steer: our mark. */
export const Mark = () => (
  <svg className="mark" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d="M2 5c3 0 5 1 6.500 3h7C17 6 19 5 22 5c0 3.500-2 5.500-5 6v3.500c0 3.500-2.200 6.500-5 6.500s-5-3-5-6.500V11C4 10.500 2 8.500 2 5zm8 11.200a.9.9 0 1 0 0-1.800.9.9 0 0 0 0 1.800zm4 0a.9.9 0 1 0 0-1.800.9.9 0 0 0 0 1.800z" />
  </svg>
)
