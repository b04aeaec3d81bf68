import type { DangerLevel } from '@chisholm/domain/danger-signs'

/** An entry of a new database; the practice may change all of them. */
export interface SeedEntry {
  name: string
  code?: string
  system?: string
  notifiable?: boolean
  hex?: string
  hint?: string
  required?: boolean
  advice?: string
  text?: string
  level?: DangerLevel
}

const namedEntries = (...names: string[]): SeedEntry[] => names.map((name) => ({ name }))

/** Tag colors, with the swatch shown next to the name. */
const tagColors: SeedEntry[] = [
  { name: 'Yellow', hex: '#f2c21a' },
  { name: 'White', hex: '#ffffff' },
  { name: 'Orange', hex: '#f08a24' },
  { name: 'Red', hex: '#c8322b' },
  { name: 'Blue', hex: '#2b5fb0' },
  { name: 'Green', hex: '#2f8a4c' },
  { name: 'Pink', hex: '#ee8fb4' },
  { name: 'Purple', hex: '#7b4aa6' },
  { name: 'Brown', hex: '#7a5233' },
  { name: 'Black', hex: '#1f1f1f' },
  { name: 'Grey', hex: '#9aa0a6' },
  { name: 'Light Blue', hex: '#8cc4ee' },
  { name: 'Lime', hex: '#a7d13d' },
  { name: 'None' },
]

/**
 * Photo slots in the order of the examination (domain reference, section 4), with the organ system under which a report
 * shows them.
 */
const photoSlots: SeedEntry[] = [
  { name: 'Ear tag', hint: 'The number readable, before the animal is moved', required: true },
  {
    name: 'Whole carcass',
    hint: 'From the side, in place, before the animal is moved',
    system: 'External',
    required: true,
  },
  { name: 'Head and mouth', hint: 'Eyes, nose and the open mouth', system: 'External' },
  { name: 'Opened chest', hint: 'The whole cavity, even if it looks normal', system: 'Body cavities' },
  { name: 'Lung surface', hint: 'The right lung from outside', system: 'Respiratory' },
  { name: 'Cut lung', hint: 'A cut through the part that looks worst', system: 'Respiratory' },
  { name: 'Heart', hint: 'From outside and opened', system: 'Cardiovascular' },
  { name: 'Opened abdomen', hint: 'The whole cavity, even if it looks normal', system: 'Body cavities' },
  { name: 'Rumen', hint: 'The wall and what is in it', system: 'Digestive' },
  { name: 'Liver', hint: 'The surface and a cut', system: 'Liver' },
  { name: 'Intestines', hint: 'Spread out, and what is in them', system: 'Digestive' },
  { name: 'Kidneys and bladder', hint: 'One kidney cut open', system: 'Urinary' },
]

/** Signs that forbid touching a carcass (decisions.md section 6; domain reference, section 6). */
const dangerSigns: SeedEntry[] = [
  {
    name: 'Sudden death with blood from nose, mouth or rectum',
    level: 'stop',
    advice: 'Do not open or move this animal: suspect anthrax. Keep people, dogs and other cattle away.',
  },
  {
    name: 'Blisters or sores in the mouth or on the feet',
    level: 'stop',
    advice: 'Do not open or move this animal: suspect foot-and-mouth disease. Let no animal and no vehicle leave.',
  },
  {
    name: 'Nervous signs or a bite before death',
    level: 'stop',
    advice: 'Do not open the head: suspect rabies or BSE. Touch the animal with gloves only.',
  },
  {
    name: 'Several dead within a day without warning',
    level: 'call',
    advice: 'Call before you open any of them. Keep feed and water as they are, so that samples can be taken.',
  },
  {
    name: 'Bought in from a place with a known outbreak',
    level: 'call',
    advice: 'Call before you open it. Keep the animals that came with it apart.',
  },
]

const phrase = (name: string, system: string | null, text: string): SeedEntry => ({
  name,
  text,
  ...(system && { system }),
})

/** Common phrases of findings, which a veterinarian inserts by typing a slash and the beginning of the name. */
const phrases: SeedEntry[] = [
  phrase('Autolysis', 'external', 'Advanced autolysis; fine changes can no longer be judged.'),
  phrase('Good condition', 'external', 'Animal in good body condition, no external injuries.'),
  phrase('Bloat line', 'digestive', 'Distinct line in the oesophagus at the thoracic inlet.'),
  phrase('No bloat line', 'digestive', 'No line in the oesophagus.'),
  phrase('Frothy rumen', 'digestive', 'Rumen distended with stable foam mixed through the feed.'),
  phrase('Acid rumen', 'digestive', 'Rumen content watery and sour; mucosa peels off easily.'),
  phrase('Empty intestine', 'digestive', 'Intestines empty and flaccid.'),
  phrase('Consolidated lung', 'respiratory', 'Cranioventral consolidation, dark red and firm, of both lungs.'),
  phrase('Fibrin on pleura', 'respiratory', 'Fibrin on the pleura, yellow fluid in the chest.'),
  phrase('Heavy lungs', 'respiratory', 'Lungs heavy and rubbery; they do not collapse. Caudodorsal lobes worst.'),
  phrase('Lung abscesses', 'respiratory', 'Several thick-walled abscesses in the cranial lobes.'),
  phrase('Nutmeg liver', 'liver', 'Liver enlarged, with a nutmeg pattern on the cut surface.'),
  phrase('Liver abscesses', 'liver', 'Several abscesses in the liver.'),
  phrase('Enlarged right heart', 'cardiovascular', 'Right ventricle dilated and flabby.'),
  phrase('Fluid around heart', 'cardiovascular', 'Straw-coloured fluid around the heart.'),
  phrase('Ruptured bladder', 'urinary', 'Bladder ruptured, urine in the abdomen; stone in the urethra.'),
  phrase('Swollen joints', 'musculoskeletal', 'Joints swollen, with cloudy fluid and fibrin.'),
  phrase('No lesion found', null, 'No lesion found that explains the death.'),
  phrase('Photos not sufficient', null, 'The photos do not show enough to judge this.'),
]

/** Kinds of laboratory samples, and how to take them. */
const sampleKinds: SeedEntry[] = [
  { name: 'Lung, fresh', hint: 'Edge of a lesion, 5 cm, sterile bag, cooled' },
  { name: 'Lung, fixed', hint: 'Edge of a lesion, 1 cm thick, ten times as much formalin' },
  { name: 'Liver, fresh', hint: '5 cm, bag, cooled or frozen' },
  { name: 'Liver, fixed', hint: '1 cm thick, formalin' },
  { name: 'Kidney, fresh', hint: 'Half a kidney, bag, cooled or frozen' },
  { name: 'Kidney, fixed', hint: 'Cortex and medulla, 1 cm thick, formalin' },
  { name: 'Heart, fixed', hint: 'Papillary muscle of the left ventricle, formalin' },
  { name: 'Spleen, fresh', hint: '5 cm, bag, cooled; not where anthrax is suspected' },
  { name: 'Lymph node, fresh', hint: 'Whole, bag, cooled' },
  { name: 'Intestine, fresh', hint: 'Tied loop of 10 cm, bag, cooled' },
  { name: 'Intestinal content', hint: '30 ml, sealed cup, cooled' },
  { name: 'Rumen content', hint: '500 ml, sealed cup, frozen for toxins' },
  { name: 'Brain, fresh', hint: 'Half, cooled' },
  { name: 'Brain, fixed', hint: 'Half, formalin' },
  { name: 'Muscle, fixed', hint: '1 cm thick, formalin' },
  { name: 'Joint fluid', hint: '2 ml, sterile syringe, cooled' },
  { name: 'Eye fluid', hint: '2 ml, clear tube, frozen: nitrate, magnesium' },
  { name: 'Blood smear', hint: 'Air-dried; ear vein where anthrax is suspected' },
  { name: 'Nasal swab', hint: 'Deep, transport medium, cooled' },
  { name: 'Ear notch', hint: 'Plain tube, cooled: BVD' },
  { name: 'Urine', hint: '10 ml, sterile tube, cooled' },
  { name: 'Feed', hint: '1 kg from several places, paper bag' },
  { name: 'Water', hint: '1 litre, clean bottle, cooled' },
]

/** [code, name, system]; codes are stable, names may be changed by the practice. */
const diagnosisRows = [
  ['RES-01', 'Bovine respiratory disease, bronchopneumonia (BRD/BP)', 'Respiratory'],
  ['RES-02', 'Fibrinous pneumonia (Mannheimia type)', 'Respiratory'],
  ['RES-03', 'Acute/atypical interstitial pneumonia (AIP)', 'Respiratory'],
  ['RES-04', 'Bronchopneumonia with interstitial pattern (BIP)', 'Respiratory'],
  ['RES-05', 'Mycoplasma bovis pneumonia', 'Respiratory'],
  ['RES-06', 'Chronic bronchopneumonia / lung abscess', 'Respiratory'],
  ['RES-07', 'Pleuritis / pleuropneumonia (Histophilus)', 'Respiratory'],
  ['RES-08', 'Embolic pneumonia', 'Respiratory'],
  ['RES-09', 'Infectious bovine rhinotracheitis (IBR)', 'Respiratory'],
  ['RES-10', 'BRSV pneumonia', 'Respiratory'],
  ['RES-11', 'Laryngeal diphtheria (necrotic laryngitis)', 'Respiratory'],
  ['RES-12', 'Tracheal oedema ("honker")', 'Respiratory'],
  ['RES-13', 'Aspiration pneumonia', 'Respiratory'],
  ['RES-14', 'Lungworm (verminous) pneumonia', 'Respiratory'],
  ['CAR-01', 'Congestive / right heart failure (brisket disease)', 'Cardiovascular'],
  ['CAR-02', 'Myocarditis (Histophilus somni)', 'Cardiovascular'],
  ['CAR-03', 'Pericarditis', 'Cardiovascular'],
  ['CAR-04', 'Traumatic reticulopericarditis (hardware)', 'Cardiovascular'],
  ['CAR-05', 'Valvular endocarditis', 'Cardiovascular'],
  ['CAR-06', 'Caudal vena cava thrombosis', 'Cardiovascular'],
  ['CAR-07', 'Ionophore (monensin) cardiotoxicity', 'Cardiovascular'],
  ['CAR-08', 'White muscle disease (Se / vitamin E)', 'Cardiovascular'],
  ['DIG-01', 'Bloat, frothy (feedlot)', 'Digestive'],
  ['DIG-02', 'Bloat, free gas', 'Digestive'],
  ['DIG-03', 'Ruminal acidosis (grain overload)', 'Digestive'],
  ['DIG-04', 'Rumenitis', 'Digestive'],
  ['DIG-05', 'Liver abscess', 'Digestive'],
  ['DIG-06', 'Abomasal ulcer, perforated or bleeding', 'Digestive'],
  ['DIG-07', 'Abomasal displacement / volvulus', 'Digestive'],
  ['DIG-08', 'Haemorrhagic enteritis', 'Digestive'],
  ['DIG-09', 'Haemorrhagic bowel syndrome', 'Digestive'],
  ['DIG-10', 'Enterotoxaemia (Cl. perfringens)', 'Digestive'],
  ['DIG-11', 'Salmonellosis', 'Digestive'],
  ['DIG-12', 'Coccidiosis', 'Digestive'],
  ['DIG-13', 'BVD / mucosal disease', 'Digestive'],
  ['DIG-14', 'Intestinal torsion / volvulus / intussusception', 'Digestive'],
  ['DIG-15', 'Peritonitis', 'Digestive'],
  ['DIG-16', 'Traumatic reticuloperitonitis', 'Digestive'],
  ['DIG-17', 'Rumen / omasal impaction', 'Digestive'],
  ['DIG-18', 'Calf scours (enteric complex)', 'Digestive'],
  ['DIG-19', 'Internal parasitism', 'Digestive'],
  ['DIG-20', "Johne's disease", 'Digestive'],
  ['NEU-01', 'Polioencephalomalacia (PEM)', 'Nervous'],
  ['NEU-02', 'Thromboembolic meningoencephalitis (TEME)', 'Nervous'],
  ['NEU-03', 'Bacterial meningitis / brain abscess', 'Nervous'],
  ['NEU-04', 'Listeriosis', 'Nervous'],
  ['NEU-05', 'Nervous coccidiosis', 'Nervous'],
  ['NEU-06', 'Botulism', 'Nervous'],
  ['NEU-07', 'Rabies suspect', 'Nervous'],
  ['NEU-08', 'BSE surveillance candidate / suspect', 'Nervous'],
  ['NEU-09', 'Lead poisoning', 'Nervous'],
  ['MSK-01', 'Septic / polyarthritis', 'Musculoskeletal'],
  ['MSK-02', 'Foot rot / foot abscess', 'Musculoskeletal'],
  ['MSK-03', 'Toe-tip necrosis', 'Musculoskeletal'],
  ['MSK-04', 'Fracture / dislocation', 'Musculoskeletal'],
  ['MSK-05', 'Injury / trauma, other', 'Musculoskeletal'],
  ['MSK-06', 'Buller (riding) injury', 'Musculoskeletal'],
  ['MSK-07', 'Downer / non-ambulatory', 'Musculoskeletal'],
  ['MSK-08', 'Muscle necrosis / capture or transport myopathy', 'Musculoskeletal'],
  ['URO-01', 'Urolithiasis, ruptured bladder (water belly)', 'Urogenital'],
  ['URO-02', 'Pyelonephritis / cystitis', 'Urogenital'],
  ['URO-03', 'Dystocia / calving injury', 'Urogenital'],
  ['URO-04', 'Uterine prolapse / rupture', 'Urogenital'],
  ['URO-05', 'Metritis / retained placenta', 'Urogenital'],
  ['URO-06', 'Abortion complication in feedlot heifers', 'Urogenital'],
  ['SYS-01', 'Septicaemia', 'Systemic'],
  ['SYS-02', 'Histophilosis complex', 'Systemic'],
  ['SYS-03', 'Anthrax suspect', 'Systemic'],
  ['SYS-04', 'Blackleg', 'Systemic'],
  ['SYS-05', 'Malignant oedema / other clostridial', 'Systemic'],
  ['SYS-06', 'Bacillary haemoglobinuria / black disease', 'Systemic'],
  ['SYS-07', 'Leptospirosis', 'Systemic'],
  ['SYS-08', 'Anaplasmosis', 'Systemic'],
  ['SYS-09', 'Babesiosis / theileriosis (tick fever)', 'Systemic'],
  ['SYS-10', 'Malignant catarrhal fever', 'Systemic'],
  ['SYS-11', 'Bovine tuberculosis suspect', 'Systemic'],
  ['SYS-12', 'Bluetongue / EHD suspect', 'Systemic'],
  ['SYS-13', 'Vesicular disease suspect (FMD, VSV)', 'Systemic'],
  ['SYS-14', 'Lumpy skin disease suspect', 'Systemic'],
  ['SYS-15', 'Lymphoma / neoplasia', 'Systemic'],
  ['MET-01', 'Hypomagnesaemia (grass tetany)', 'Metabolic/toxic'],
  ['MET-02', 'Hypocalcaemia (milk fever)', 'Metabolic/toxic'],
  ['MET-03', 'Ketosis / fatty liver', 'Metabolic/toxic'],
  ['MET-04', 'Inanition / serous atrophy of fat', 'Metabolic/toxic'],
  ['MET-05', 'Nitrate or cyanide poisoning', 'Metabolic/toxic'],
  ['MET-06', 'Urea / NPN poisoning', 'Metabolic/toxic'],
  ['MET-07', 'Plant, mycotoxin or other toxicosis', 'Metabolic/toxic'],
  ['ENV-01', 'Heat stress', 'Environmental'],
  ['ENV-02', 'Cold stress / storm loss', 'Environmental'],
  ['ENV-03', 'Lightning / electrocution', 'Environmental'],
  ['ENV-04', 'Drowning, smothering, predation', 'Environmental'],
  ['OTH-01', 'Adverse drug or vaccine reaction', 'Other'],
  ['OTH-02', 'Chronic non-responder, euthanised', 'Other'],
  ['OTH-03', 'No diagnosis: carcass too decomposed', 'Other'],
  ['OTH-04', 'No diagnosis: no gross lesion found', 'Other'],
  ['OTH-05', 'No diagnosis: photos not sufficient', 'Other'],
  ['OTH-06', 'Post-mortem not done (crew diagnosis only)', 'Other'],
] as const

/** Diagnoses that are notifiable in many jurisdictions. */
const notifiable: readonly string[] = ['NEU-07', 'NEU-08', 'SYS-03', 'SYS-11', 'SYS-12', 'SYS-13', 'SYS-14']

/** The lists of specification 7.5 by the last part of their path. */
export const defaultLibrary: Record<string, SeedEntry[]> = {
  'tag-colors': tagColors,
  diagnoses: diagnosisRows.map(([code, name, system]) => ({
    code,
    name,
    system,
    notifiable: notifiable.includes(code),
  })),
  breeds: namedEntries(
    'Angus',
    'Red Angus',
    'Hereford',
    'Charolais',
    'Simmental',
    'Limousin',
    'Gelbvieh',
    'Shorthorn',
    'Brahman',
    'Brangus',
    'Beefmaster',
    'Santa Gertrudis',
    'Holstein',
    'Jersey',
    'Beef-on-Dairy Cross',
    'Mixed Beef',
    'Texas Longhorn',
    'Wagyu',
    'Unknown',
  ),
  'animal-colors': namedEntries(
    'Black',
    'Black Baldy',
    'Red',
    'Red Baldy',
    'White',
    'Yellow',
    'Grey',
    'Brindle',
    'Roan',
    'Black and White',
    'Brown',
  ),
  'animal-groups': namedEntries(
    'Calf-fed',
    'Yearling',
    'Heifer',
    'Steer',
    'Bull',
    'Cow',
    'Hospital',
    'Chronic',
    'Buller',
    'Railer',
  ),
  species: namedEntries('Cattle', 'Bison', 'Sheep', 'Goat'),
  'animal-types': namedEntries('Feeder Calf', 'Feeder Yearling', 'Cow', 'Bull', 'Replacement Heifer', 'Dairy Calf'),
  'unit-of-measures': namedEntries('head', 'kg', 'lb', '°C', '°F', 'days'),
  'health-risks': namedEntries('Low', 'Medium', 'High', 'Ultra-high'),
  treatments: namedEntries(
    'Macrolide',
    'Florfenicol',
    'Oxytetracycline',
    'NSAID',
    'Vitamin B1',
    'Anthelmintic',
    'Euthanasia',
    'None',
  ),
  'photo-slots': photoSlots,
  'danger-signs': dangerSigns,
  phrases,
  'sample-kinds': sampleKinds,
  reports: namedEntries('Deaths by diagnosis', 'Deaths by lot', 'Deaths by pen', 'Animals by date of death'),
}
