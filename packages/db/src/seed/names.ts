export interface NameOrigin {
  given: readonly string[];
  family: readonly string[];
}

/** Given and family names that go together, by where a family came from, with how common each origin is. */
export const NAME_ORIGINS: readonly (readonly [NameOrigin, weight: number])[] = [
  [
    {
      given:
        words(`James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard
        Susan Joseph Jessica Thomas Sarah Charles Karen Christopher Lisa Daniel Nancy Matthew Betty Anthony Sandra Mark
        Ashley Steven Emily Paul Kimberly Andrew Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy
        Deborah Ronald Stephanie Jason Rebecca Ryan Laura Jacob Helen Gary Amy Nicholas Shirley Eric Angela Jonathan
        Anna Stephen Brenda Larry Pamela Justin Emma Scott Nicole Brandon Samantha Benjamin Katherine Samuel Christine
        Gregory Rachel Patrick Carolyn Tyler Janet Zachary Heather Logan Diane Hunter Olivia Wyatt Julie Cole Joyce`),
      family:
        words(`Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Moore Jackson Martin Lee
        Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Nelson Baker
        Hall Campbell Mitchell Carter Roberts Phillips Evans Turner Parker Collins Edwards Stewart Morris Murphy Cook
        Rogers Morgan Cooper Peterson Bailey Reed Kelly Howard Cox Ward Richardson Watson Brooks Wood Bennett Gray
        Hughes Price Myers Long Foster Sanders Ross Morrison Sullivan Fisher Hamilton Graham Wallace West Cole Hayes
        Bryant Ellis Stevens Gibson Marshall Ortega McDonald O'Brien O'Connor McCarthy Van-Dyke Schneider Larsen`),
    },
    46,
  ],
  [
    {
      given:
        words(`José María Luis Guadalupe Carlos Ana Juan Rosa Jorge Isabel Miguel Carmen Jesús Alejandra Francisco
        Daniela Antonio Gabriela Manuel Verónica Pedro Lucía Ricardo Sofía Fernando Valeria Roberto Camila Javier Elena
        Diego Mariana Héctor Paola Raúl Silvia Eduardo Patricia Alejandro Yolanda Andrés Leticia Óscar Araceli Rubén`),
      family:
        words(`García Rodríguez Martínez Hernández López González Pérez Sánchez Ramírez Torres Flores Rivera Gómez
        Díaz Reyes Cruz Morales Ortiz Gutiérrez Chávez Ramos Ruiz Mendoza Álvarez Jiménez Castillo Vásquez Romero
        Moreno Herrera Medina Aguilar Garza Castro Vargas Fernández Guzmán Muñoz Salazar Soto Delgado Peña Ríos
        Alvarado Sandoval Contreras Valdez Guerrero Estrada Ayala`),
    },
    19,
  ],
  [
    {
      given:
        words(`Tyrell Aaliyah Darnell Imani DeShawn Keisha Malik Latoya Terrance Tamika Marcus Ebony Jamal Monique
        Andre Shanice Reginald Jasmine Darius Kiara Cedric Tanisha Lamar Nia Isaiah Destiny Elijah Aisha Xavier
        Raven Trevon Simone Jerome Alicia Maurice Denise Curtis Yvonne Dwayne Candace Leroy Felicia`),
      family:
        words(`Washington Jefferson Booker Banks Jackson Robinson Harris Coleman Freeman Bryant Alexander Griffin
        Hayes Gaines Dixon Simmons Butler Barnes Holmes Dorsey Mosley Rivers Joyner Battle Pettway Gadson Winbush
        Muhammad Mack Hairston Ivory Broadnax Boykin Moultrie Chatman Epps Fields Tolbert Whitfield Grier`),
    },
    14,
  ],
  [
    {
      given:
        words(`Wei Mei Jun Li Hao Xiu Min-jun Ji-woo Seo-yeon Hiroshi Yuki Kenji Sakura Minh Linh Tuan Huong Duc
        Thu Khoa Lan Ravi Priya Arjun Ananya Sanjay Divya Amit Neha Vikram Pooja Rahul Kavya Arif Nadia Imran Farah
        Jose-Mari Maricel Rodel Analyn Grace Daniel Kevin Michelle Vincent Tiffany`),
      family:
        words(`Wang Li Zhang Liu Chen Yang Huang Zhao Wu Lin Kim Park Choi Jung Kang Tanaka Sato Suzuki Watanabe
        Nguyen Tran Le Pham Hoang Vo Dang Bui Patel Shah Singh Kumar Sharma Gupta Reddy Desai Khan Ahmed Hussain
        Reyes Santos Bautista Dela-Cruz Villanueva Manalo Chowdhury Rahman`),
    },
    13,
  ],
  [
    {
      given:
        words(`Ahmed Fatima Omar Layla Youssef Mariam Hassan Zainab Tariq Salma Chidi Ngozi Emeka Amara Kwame Ama
        Kofi Abena Tesfaye Selam Dawit Hana Ivan Olga Dmitri Natalia Piotr Agnieszka Marek Katarzyna Andrei Elena
        Giovanni Francesca Luca Chiara Nikos Eleni João Beatriz Moshe Rivka Ari Shira`),
      family:
        words(`Hassan Ali Ibrahim Khalil Nasser Haddad Mansour Okafor Adeyemi Eze Okonkwo Mensah Boateng Owusu
        Bekele Tadesse Haile Ivanov Petrov Volkov Kowalski Nowak Wiśniewski Popescu Ionescu Rossi Bianchi Ferrari
        Papadopoulos Silva Santos Oliveira Cohen Levi Friedman Goldberg Novák Horvat`),
    },
    8,
  ],
];

function words(text: string): string[] {
  return text.split(/\s+/);
}
