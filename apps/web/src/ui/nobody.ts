/** The choice of nobody among people, who are known by their ids. */
export const nobody = 'nobody'
