import type { Scenario } from './generate-post-mortems.ts'

interface DemoSite {
  name: string
  region: string
  city: string
}

const customerWithSite = (customer: string, site: string, region: string, city: string) => ({
  name: customer,
  // cast: widens the literal to the type of later values
  sites: [{ name: site, region, city }] as DemoSite[],
})

/** The demo practice, unless PROVIDER_* names another. */
export const demoProvider = {
  name: 'Prairie Veterinary Services',
  phone: '+1 403 555 0100',
  email: 'office@prairievet.example',
  url: 'https://prairievet.example',
}

/** The authorities that the demo practice lists; their numbers are fictitious. */
export const demoAuthorities = [
  { name: 'District veterinarian', phone: '+1 403 555 0177', note: 'Monday to Friday, 8:00 to 16:30' },
  { name: 'Animal health hotline', phone: '+1 800 555 0100', note: 'Day and night' },
]

/** Customers and sites; the first three customers are fixed by decisions.md section 2. */
export const demoCustomers: { name: string; sites: DemoSite[] }[] = [
  {
    name: 'Prairie Feeders',
    sites: [
      { name: 'North Yard', region: 'Alberta', city: 'High River' },
      { name: 'South Yard', region: 'Alberta', city: 'Nanton' },
    ],
  },
  customerWithSite('Red Mesa Cattle', 'Mesa Main', 'New Mexico', 'Clayton'),
  { name: 'Dry Creek Ranch', sites: [] },
  customerWithSite('Bow River Beef', 'Home Place', 'Alberta', 'Bassano'),
  customerWithSite('Willow Creek Land & Cattle', 'East Pens', 'Alberta', 'Claresholm'),
  customerWithSite('Llano Flats Feeding', 'Flats One', 'Texas', 'Hereford'),
  customerWithSite('Sandhill Stockers', 'Dune Camp', 'Nebraska', 'Mullen'),
  customerWithSite('Big Sky Backgrounding', 'Bench Lots', 'Montana', 'Billings'),
  customerWithSite('Cottonwood Feedyard', 'River Pens', 'Kansas', 'Garden City'),
  customerWithSite('Three Forks Livestock', 'Forks Yard', 'Montana', 'Three Forks'),
  customerWithSite('Cimarron Cattle Growers', 'Cimarron Yard', 'Kansas', 'Ulysses'),
  customerWithSite('Blue Stem Ranch', 'Headquarters', 'Oklahoma', 'Pawhuska'),
  customerWithSite('Palliser Beef', 'Triangle Lots', 'Alberta', 'Medicine Hat'),
  customerWithSite('Old Wives Lake Feeders', 'Lake Yard', 'Saskatchewan', 'Moose Jaw'),
  customerWithSite('Pecos Bend Cattle', 'Bend Yard', 'New Mexico', 'Roswell'),
  customerWithSite('Chinook Ridge Feeders', 'Ridge Yard', 'Alberta', 'Lethbridge'),
  customerWithSite('Platte Valley Yards', 'Valley Yard', 'Nebraska', 'Lexington'),
  customerWithSite('Windmill Grazing', 'Mill Camp', 'Colorado', 'Lamar'),
  customerWithSite('Sweetgrass Stock Farm', 'Home Section', 'Saskatchewan', 'Maple Creek'),
]

/** Observations and findings by diagnosis. */
export const demoScenarios: Scenario[] = [
  {
    diagnosisCode: 'RES-03',
    customerNotes: 'Found at morning check, mouth open, tongue out. Was fine yesterday evening. Heifer, late on feed.',
    findings:
      'Lungs heavy and rubbery and do not collapse; caudodorsal lobes worst, emphysema between the lobules. Trachea clear.',
    notes:
      'Fits acute interstitial pneumonia. Look at dust, heat and the ration of this pen; handle the others early in the day.',
    pictures: ['lungs', 'lungs', 'heart'],
  },
  {
    diagnosisCode: 'RES-02',
    customerNotes: 'Day 12 on feed, treated twice for BRD, pulled again yesterday with a temperature.',
    findings:
      'Cranioventral lobes firm and dark red with fibrin on the pleura; straw-coloured fluid in the chest. About 60 % of the lung affected.',
    notes: 'Fibrinous pneumonia. Review the time from pull to first treatment in this lot.',
    pictures: ['lungs', 'carcass', 'tag'],
  },
  {
    diagnosisCode: 'DIG-01',
    customerNotes: 'Bloated, left side up, nothing wrong at the evening ride. Second one after the ration step.',
    findings: 'Rumen distended with stable froth; clear bloat line in the oesophagus. Lungs compressed and pale.',
    notes: 'Frothy bloat. Slow the step-up and check the roughage that was delivered this week.',
    pictures: ['rumen', 'carcass', 'lungs'],
  },
  {
    diagnosisCode: 'DIG-03',
    customerNotes: 'Off feed two days, loose manure, down this morning. Bunk was slick on Monday.',
    findings: 'Rumen content watery and sour, pH 4.9; papillae slough in sheets. Feet unremarkable.',
    notes: 'Grain overload. Check bunk management after the storm day.',
    pictures: ['rumen', 'liver'],
  },
  {
    diagnosisCode: 'DIG-05',
    customerNotes: 'Found dead, blood at the nose.',
    findings: 'Several thick-walled abscesses in the liver, the largest 9 cm, one opening into the caudal vena cava.',
    notes: 'Liver abscess with bleeding into the lung. Note for the close-out of this lot.',
    pictures: ['liver', 'lungs', 'heart'],
  },
  {
    diagnosisCode: 'CAR-01',
    customerNotes: 'Brisket swollen for a week, slow to the bunk, breathing hard when moved.',
    findings:
      'Heart round, right ventricle wide and flabby (score 4 of 5); liver like nutmeg; fluid in chest and belly.',
    notes: 'Right heart failure. Move pen mates with the same signs gently and early.',
    pictures: ['heart', 'liver', 'carcass'],
  },
  {
    diagnosisCode: 'CAR-02',
    customerNotes: 'Sudden death at day 40, no treatment on record.',
    findings: 'Pale, dry areas in the papillary muscle of the left ventricle with bleeding around them; lungs wet.',
    notes: 'Myocarditis, probably Histophilus. A sample of the papillary muscle is kept.',
    pictures: ['heart', 'lungs'],
  },
  {
    diagnosisCode: 'URO-01',
    customerNotes: 'Steer, belly low and full, had been straining.',
    findings: 'Bladder ruptured, many litres of clear urine in the belly; a stone sits in the distal urethra.',
    notes: 'Water belly. Check calcium to phosphorus in the finishing ration and the water of this alley.',
    pictures: ['kidneys', 'carcass'],
  },
  {
    diagnosisCode: 'DIG-09',
    customerNotes: 'Dark bloody manure in the pen, dead by noon.',
    findings: 'A metre of jejunum dark purple with clots that fill it; the rest of the gut unremarkable.',
    notes: 'Haemorrhagic bowel syndrome. Single animal; watch the pen.',
    pictures: ['intestine', 'intestine', 'carcass'],
  },
  {
    diagnosisCode: 'OTH-03',
    customerNotes: 'Found late behind the shelter belt, must have been dead since the weekend.',
    findings: 'Carcass far gone, organs cannot be told apart. Skin whole, no fracture found.',
    notes: 'No diagnosis. Please ride the shelter belt daily while it is warm.',
    pictures: ['carcass', 'tag'],
  },
]

export const demoTrainings = [
  {
    title: 'Photographs a veterinarian can read',
    description: 'Which pictures to take of a dead animal, in which order, and how.',
    pre_content: 'Good pictures often spare the drive. Take them before the animal is moved, then as it is opened.',
    post_content: 'Eight clear pictures say more than thirty blurred ones.',
    sections: [
      {
        heading: 'Before anything is moved',
        content:
          'Start with the ear tag, filling the frame. Then the whole animal as it lies, from the back and from the belly, with the ground around it.',
      },
      {
        heading: 'Light',
        content: 'Keep the sun behind you. In deep shade use the flash; wipe the lens, it is dustier than you think.',
      },
      {
        heading: 'Each cavity, even if it looks normal',
        content:
          'Mouth, chest and belly, each once whole and once close. A normal organ in a picture rules things out.',
      },
      {
        heading: 'Close-ups',
        content:
          'One hand width away, tap the screen where it must be sharp, and lay a glove or knife beside it for the size.',
      },
    ],
  },
  {
    title: 'Finding and reporting a dead animal safely',
    description: 'From the first look to the sent request, without risk to people or to other animals.',
    pre_content: 'Most deaths are no danger to you. A few are: look before you touch.',
    post_content: 'When in doubt, do not open. Call first.',
    sections: [
      {
        heading: 'Stop and look',
        content:
          'Sudden death with dark blood at nose, mouth or anus, fast bloating and no stiffness: do not open it, do not move it, call the veterinarian at once.',
      },
      {
        heading: 'Protect yourself',
        content:
          'Gloves and boots always; a mask and glasses when you open the animal. Wash hands and knives before you eat, drink or smoke.',
      },
      {
        heading: 'Write it down at once',
        content:
          'Tag, RFID, pen, lot, and when it was last seen alive. By the evening two animals become one in the memory.',
      },
      {
        heading: 'Time matters',
        content:
          'In summer the organs change within hours. Report first, finish the ride afterwards; pull the carcass into the shade.',
      },
    ],
  },
  {
    title: 'Reading tags and chips',
    description: 'Visual tags, RFID and what to do when one of them is missing.',
    pre_content: 'The number in your hand is the truth. Write what you see, also when it looks wrong.',
    post_content: 'Two matching identifications are better than one.',
    sections: [
      {
        heading: 'The visual tag',
        content: 'Note letters, digits and the colour. Clean it first: 3 and 8 look alike under mud.',
      },
      {
        heading: 'The RFID',
        content:
          'Fifteen digits; the first three are a country or a maker. Hold the reader still against the button and wait for the tone.',
      },
      {
        heading: 'When there is none',
        content:
          'Look on the ground and in the other ear. If nothing is found, leave the field empty and say so in the notes.',
      },
    ],
  },
]
